"""Links between storage sites and the network weight (spec §6.4)."""

from __future__ import annotations

from tests.property.reference.parameters import Parameters
from tests.property.reference.world import World

STEPS = (
    (200, 2.0),
    (100, 1.9),
    (75, 1.8),
    (50, 1.6),
    (20, 1.5),
    (10, 1.3),
    (2, 1.2),
    (1, 1.1),
)


def throughput_weight(mb_per_s: float) -> float:
    """Return the weight of a throughput; a step begins above its number."""
    for least, weight in STEPS:
        if mb_per_s > least:
            return weight
    return 1.0


class Network:
    """The metrics of the last hour."""

    def __init__(self, world: World, parameters: Parameters) -> None:
        self.parameters = parameters
        self.metrics: dict[tuple[str, str], dict[str, float]] = {}
        self.queued_to: dict[tuple[str, str], float] = {}
        minutes = parameters.number("metric_minutes")
        for row in world["network_metric"]:
            if not world.is_recent(row["ts"], minutes=minutes) or row["value"] is None:
                continue
            link = (row["src_site"], row["dst_site"])
            self.metrics.setdefault(link, {})[row["key"]] = row["value"]
            total = (row["dst_site"], row["key"])
            self.queued_to[total] = self.queued_to.get(total, 0.0) + row["value"]

    def link(self, source: str | None, nucleus: str | None) -> dict[str, float]:
        """Return the metrics of a link; none where nothing is known."""
        return self.metrics.get((source or "", nucleus or ""), {})

    def throughput(self, link: dict[str, float]) -> float | None:
        """Return the MB/s of a link; None where no mean counts."""
        hour, day, week = (
            link.get(f"dashb_mbps_{span}") for span in ("1h", "1d", "1w")
        )
        if self.parameters["mbps_pick"] == "coalesce":
            return next((mean for mean in (hour, day, week) if mean is not None), None)
        if week is None or day is None:
            return week
        return day if hour is None else hour

    def weight(self, source: str | None, nucleus: str | None, activity: str) -> float:
        """Return the network weight between a source and a nucleus."""
        number = self.parameters.number
        if source == nucleus:
            return number("nucleus_network_weight")
        link = self.link(source, nucleus)
        queued = 2 - link.get(f"{activity}_queued", 0) / number("NQUEUED_SAT_CAP")
        mean = self.throughput(link)
        if mean is not None:
            through = throughput_weight(mean)
        else:
            closeness = link.get("AGIS_closeness", number("missing_closeness"))
            through = 1 + (11 - closeness) / 11
        share = number("NW_QUEUE_IMPORTANCE")
        return share * queued + (1 - share) * through
