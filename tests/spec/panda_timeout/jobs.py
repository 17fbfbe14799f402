"""Jobs of all timeout rules in one drawn table, each told in a short line."""

from __future__ import annotations

BEFORE = ("pending", "waiting", "defined", "assigned")
CLOCKS = ("creation_time", "modification_time", "state_change_time")
USUAL = {
    **{"queue_name": "Q", "prod_source_label": "managed", "gshare": "MC"},
    **{"current_priority": "500", "relocation_flag": "0"},
}


def drawn_jobs(lines: str) -> str:
    """Draw jobs: number, status, ages by the three clocks, other columns as name=value.

    An age is written 3-d or 2-d-1-s, a clock that is not known is a point or left out.
    """
    jobs: list[dict[str, str]] = []
    for line in lines.strip().splitlines():
        number, status, *rest = line.split()
        times = [cell.strip(".") for cell in rest if "=" not in cell]
        parts = [cell.partition("=") for cell in rest if "=" in cell]
        table = "defined4" if status in BEFORE else "active4"
        own = {"panda_id": number, "table_name": table, "job_status": status}
        own |= dict(zip(CLOCKS, times, strict=False))
        jobs.append(USUAL | own | {name: value for name, _, value in parts})
    names = list(dict.fromkeys(name for job in jobs for name in job))
    rows = [[_cell(job.get(name, "")) for name in names] for job in jobs]
    return "\n".join(map(" | ".join, [names, *rows]))


def _cell(text: str) -> str:
    """Return a cell as it is drawn: 3-d is an age."""
    return f"{text.replace('-', ' ')} ago" if "-" in text else text
