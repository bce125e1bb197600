"""The companion to a game of Fan Tan with real cards and real chips."""
