"""What runs, policies and snapshots hold, as rows, text and JSON documents."""

from __future__ import annotations
