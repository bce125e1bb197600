"""`python -m tests.attack` runs all attacks in full number, which takes some minutes."""

import os
import sys
from pathlib import Path

import pytest

os.environ["FANTAN_ATTACK_ALL"] = "yes"
sys.exit(pytest.main([str(Path(__file__).parent), "-v", "-s", *sys.argv[1:]]))
