"""Everything that can go wrong below the store: calls that fail, kills, power cuts, bad bytes.

`python -m tests.faults` runs it in full; the store's tests run the same code with fewer rounds.
"""
