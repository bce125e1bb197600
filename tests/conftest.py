"""What holds for all tests: properties are tried on any machine, however slow."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")
