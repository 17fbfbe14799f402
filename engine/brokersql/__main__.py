"""`python -m brokersql` is the command line."""

from __future__ import annotations

import sys

from brokersql.cli import main

if __name__ == "__main__":
    sys.exit(main())
