"""Views at the table: seats, layout, turns, verdicts, cards left and the referee."""
