"""What may pass: screening, redaction, guarded reading, rules and tool decisions."""
