"""A small glossary of the words of agent work: one concept, its names in many languages.

It lets a message in Korean find a skill described in English, and "bill" one about invoices. A concept is a number; its
first English name stands for it where words are needed. Nothing in it was written for single skills or messages.
"""

from skills.matching.glossary.compiled import ACT, CHAT, Glossary, glossary

__all__ = ["ACT", "CHAT", "Glossary", "glossary"]
