"""The tests: one folder for each part of the program, and the journeys through all of it."""
