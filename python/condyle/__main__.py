"""``python -m condyle``: scenes, runs, tests of the laboratory and studies from a terminal, and a test of the package."""

from __future__ import annotations

import sys

from .command_line import main

if __name__ == "__main__":
    sys.exit(main())
