"""Tests of the shared table: the lines of its streams, and the room."""
