"""Export room: a snapshot or a run in, one database with all its relations out.

What is only asked for by hand is made when it is first named; a file that other tools
open holds everything.
"""

from __future__ import annotations

from brokersql.export.desk import Desk
from brokersql.export.shelf import Shelf
from brokersql.export.vocabulary import Vocabulary

__all__ = ["Desk", "Shelf", "Vocabulary"]
