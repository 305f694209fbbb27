"""The owner's pages of agents: who there is, what their files say, and how they came to say it."""
