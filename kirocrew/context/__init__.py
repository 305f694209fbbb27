"""What an agent is given before it answers: blocks in a fixed order, each within its budget."""
