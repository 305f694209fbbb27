#!/usr/bin/env python
"""Run one of the project's management commands from a checkout."""

from kirocrew.__main__ import main

if __name__ == "__main__":
    main()
