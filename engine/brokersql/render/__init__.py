"""Plain data as text, tables, HTML and machine formats; decides nothing."""

from __future__ import annotations
