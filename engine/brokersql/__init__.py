"""brokersql: decides where work goes, with every rule written as a SQL file."""

from __future__ import annotations

__version__ = "0.1.0"
