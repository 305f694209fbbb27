"""What is asked about a conversation, what is taken of the answer, and when two skills are the same. No database."""
