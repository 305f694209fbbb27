"""Measuring on files of labelled rows: matching, packages, the policy of scripts."""
