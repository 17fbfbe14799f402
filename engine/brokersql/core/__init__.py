"""What every other package builds on: errors, the database and the SQL files."""

from __future__ import annotations
