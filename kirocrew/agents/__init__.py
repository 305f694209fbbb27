"""Agents: the files their prompts are made of, who may read and write them, and how they come to be."""
