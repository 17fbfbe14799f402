"""Web pages of a run, in one file or on a server of this machine.

Numbers come from the queries of sql/views/web; each links to the rows it counts, in
lists with the same names and filters in the file and on the server.
"""

from __future__ import annotations
