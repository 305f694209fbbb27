"""Looks at everything a server rests on, says what is wrong and what to do, and mends what can be made anew."""
