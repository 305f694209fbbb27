"""One module per language: which words stand for which concept."""
