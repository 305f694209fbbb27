"""Database backends, named by Django's ENGINE setting."""
