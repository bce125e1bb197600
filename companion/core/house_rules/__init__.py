"""The house rules of a table: one value, its options, and its presets."""
