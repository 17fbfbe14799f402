"""Report room: results in, text and machine formats out.

Nothing here decides or explains anything; counting is done by the queries in
sql/report, this room lays out what they say.
"""

from __future__ import annotations

from brokersql.report.look import Look
from brokersql.report.table import Column, lay_out

__all__ = ["Column", "Look", "lay_out"]
