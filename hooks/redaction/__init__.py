"""The redactor: find secrets in a text and replace them by tags that say their class."""
