"""The injection screen: normalise, find concepts in every language, judge clauses by rules."""
