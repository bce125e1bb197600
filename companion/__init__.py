"""The companion to a game of Fan Tan with real cards and real chips."""

VERSION = "0.2.0.dev0"
