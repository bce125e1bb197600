"""Chips and points: transfers, fines, payments."""
