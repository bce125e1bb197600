"""Side by side with what others do: every number is a ratio, measured in one run on one machine."""
