"""House rules of a table: the value, its options, and the presets."""
