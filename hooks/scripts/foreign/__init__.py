"""Hook files of other systems, read into one kind of entry. Nothing of them is ever run or enabled by reading."""
