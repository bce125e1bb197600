"""Fault tests of the store: failing calls, kills, power cuts and damage.

`python -m tests.faults` runs all faults; the tests of the store run the same code with fewer
rounds.
"""
