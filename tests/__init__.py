"""Tests: a folder for each part of the program, and journeys through the whole app."""
