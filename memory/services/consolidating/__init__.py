"""How a pass of consolidation is claimed, run, written and taken back; memory/services/consolidation.py is its door."""
