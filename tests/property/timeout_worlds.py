"""Random jobs whose ages lie around the limits of all timeouts."""

from __future__ import annotations

from functools import cache
from random import Random

N_JOBS = 600
LABELS = ("managed", "managed", "managed", "user", "panda", "test", "")
DEFINED = ("pending", "waiting", "defined", "assigned")
ACTIVE = (
    *("activated", "starting", "running", "holding", "transferring"),
    *("sent", "throttled", "stagein", "stageout", "finished"),
)
CLOCKS = (
    *("creation_time", "modification_time", "state_change_time"),
    *("start_time", "end_time"),
)
#: Seconds of the limits, from ten minutes to 21 days.
LIMITS = (
    *(600, 1800, 3600, 7200, 10800, 14400, 21600),
    *(43200, 86400, 172800, 518400, 604800, 1814400),
)
COLUMNS = (
    *("panda_id", "table_name", "job_status", "prod_source_label", "queue_name"),
    *("current_priority", "locked_by", "relocation_flag", "event_service"),
    *("job_definition_id", "job_sub_status", "has_output_report", "workflow"),
    *("working_group", "has_missing_outputs", *CLOCKS),
)
WORLD = {
    "queue": """
        queue_name | status    | workflow | catchall        | params
        A          | online    | slow     |                 |
        B          | offline   | slow     |                 | {"transtimehi": 3}
        C          | paused    |          |                 |
        D          | online    |          | disableReassign |
        E          | brokeroff | fast     |                 | {"transtimelo": 1}
    """,
    "pilot_activity": """
        queue_name | flag       | last_start
        A          | production | 5 h ago
        D          | analysis   | 5 h ago
        E          | production | 10 min ago
        E          | analysis   | 5 h ago
    """,
    "gdp_config": """
        app         | component | key                    | type  | value
        pandaserver | watcher   | HEARTBEAT_TIMEOUT_slow | int   | 6
        pandaserver | watcher   | HEARTBEAT_TIMEOUT_fast | float | 0.5
        pandaserver | watcher   | HEARTBEAT_TIMEOUT_analysis | int | 3
        pandaserver | rebroker  | ANALY_TIMEOUT_phys     | int   | 20
    """,
    "work_queue": "queue_name",
}


@cache
def jobs(seed: int) -> str:
    """Return random jobs whose ages lie around all limits, as a drawn table."""
    dice = Random(seed)

    def age() -> str:
        if dice.random() < 0.1:
            return ""
        size = dice.choice(LIMITS) * dice.choice((1, 1, 1, 3))
        return f"{max(0, size + dice.choice((-3600, -1, 0, 1, 3600)))} s ago"

    def row(number: int) -> list[str]:
        is_defined = dice.random() < 0.25
        return [
            str(number),
            "defined4" if is_defined else "active4",
            dice.choice(DEFINED if is_defined else ACTIVE),
            dice.choice(LABELS),
            dice.choice("AAABCDEX"),
            dice.choice(("", "500", "799", "800", "801", "900", "950")),
            dice.choice(("jedi", "jedi", "jedi", "")),
            dice.choice(("0", "0", "2", "")),
            dice.choice(("", "", "1", "2", "5")),
            str(dice.randrange(N_JOBS // 4)),
            dice.choice(("", "to_transfer")),
            dice.choice(("true", "false", "")),
            dice.choice(("slow", "fast", "other", "")),
            dice.choice(("phys", "")),
            dice.choice(("true", "true", "false", "")),
            *(age() for _ in CLOCKS),
        ]

    lines = [" | ".join(COLUMNS), *(" | ".join(row(n)) for n in range(1, N_JOBS + 1))]
    return "\n".join(lines)


def timeout_world(time: str = "12:00") -> dict[str, str]:
    """Return the drawn tables of jobs at a time of the day, which the rules read."""
    return {**WORLD, "job": jobs(20260101), "snapshot": f"snapshot_time\n{time}"}
