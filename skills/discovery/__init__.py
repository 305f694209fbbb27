"""Registries of skills on other machines. Whatever comes from one is untrusted."""
