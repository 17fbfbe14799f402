"""The result tables of cycles."""

from __future__ import annotations

#: Result tables in the order in which a reader needs them.
TABLES = (
    "result",
    "match",
    "task_queue",
    "waiting_job",
    "refused_job",
    "candidate",
    "weighed",
    "exclusion",
    "verdict",
    "criterion",
    "funnel",
    "placement",
    "destination",
    "action",
)

#: The name space of the result tables; it comes first where names are looked up.
RESULTS = "results"
