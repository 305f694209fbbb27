"""Hooks over HTTP: rules, decisions, and the questions a harness asks."""
