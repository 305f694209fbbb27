"""What conversations leave in memory: read by rules first, by a language model where there is one."""
