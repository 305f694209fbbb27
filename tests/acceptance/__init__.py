"""What the memory promises, each promise with its positive control beside it: an empty store keeps none of them."""
