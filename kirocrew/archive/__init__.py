"""The server's own export: every governed table of all apps in one file, and the way back."""
