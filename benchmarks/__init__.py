"""Comparisons with other programs: every number is a ratio, measured in one run on one machine."""
