"""The table: seats, layout, turns, passes and their verdicts, cards left, the referee."""
