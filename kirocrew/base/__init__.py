"""What every app stands on: text, identifiers, time, JSON, environment, problems. Imports nothing of ours."""
