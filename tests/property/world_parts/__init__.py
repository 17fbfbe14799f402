"""Parts of random worlds: each module makes the rows of some tables from dice."""

from __future__ import annotations
