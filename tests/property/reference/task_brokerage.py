"""The ATLAS task brokerage in plain loops: tasks in, their nuclei and reasons out.

Written from the page, spec/production.md 2 and 9 and spec/page-corrections.md, not from
the SQL. Whether a nucleus can run jobs at all is asked of the plain job brokerage.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from tests.property.reference.chunk_features import SplitRule
from tests.property.reference.nuclei import GB, Grid, Held, settings
from tests.property.reference.site_model import Nucleus
from tests.property.reference.waiting_tasks import Asking, due_tasks
from tests.property.reference.world import Row, World

OFFSET, TAPE = 50, 0.001
BARE = ("only", "allow")


@dataclass(slots=True)
class TaskOutcome:
    """The nucleus of a task, the weights of survivors, what all others fail, tokens."""

    criterion: str | None = None
    nucleus: str | None = None
    weights: dict[str, float] = field(default_factory=dict[str, float])
    failing: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    tokens: list[str] = field(default_factory=list[str])


def broker_tasks(world: World, profile: str) -> dict[int, TaskOutcome]:
    """Return the decision on every task that is due, one after the other."""
    return Broker(world, profile).outcomes()


class Broker:
    """One cycle; `given` is the work of tasks that got their nucleus in it."""

    def __init__(self, world: World, profile: str) -> None:
        self.world, self.is_page = world, profile == "page"
        self.grid = Grid(world, profile)
        self.config = settings(world)
        self.tasks = {row["jedi_task_id"]: row for row in world["task"]}
        self.draws = {row["jedi_task_id"]: row["u"] for row in world["recorded_draw"]}
        self.chunks = {
            row["jedi_task_id"]: row
            for row in world["input_chunk"]
            if row["chunk_no"] == 0
        }
        self.given: list[tuple[Asking, str]] = []

    def outcomes(self) -> dict[int, TaskOutcome]:
        def turn(asking: Asking) -> tuple[int, int]:
            number = asking.task["jedi_task_id"]
            return (-asking.priority if self.is_page else 0, number)

        found = {}
        for asking in sorted(due_tasks(self.world), key=turn):
            outcome = found[asking.task["jedi_task_id"]] = self.decide(asking)
            if outcome.nucleus is not None:
                self.given.append((asking, outcome.nucleus))
                outcome.tokens = list(self.tokens(asking, outcome.nucleus))
        return found

    def decide(self, asking: Asking) -> TaskOutcome:
        """Return the decision on one task at its turn."""
        task, grid = asking.task, self.grid
        known = grid.sites.nucleus(task["nucleus"])
        if known is not None:
            return TaskOutcome(nucleus=known.name)
        chunk = self.chunks.get(task["jedi_task_id"])
        if chunk is None:
            return TaskOutcome("-no_chunk")
        if not all(grid.is_somewhere(dataset) for dataset in asking.inputs):
            return TaskOutcome("-no_source_replica")
        outcome = TaskOutcome()
        can_run = grid.can_run(task, chunk)
        passed = []
        for nucleus in grid.candidates:
            failing = list(self.checks(asking, nucleus, can_run))
            if failing:
                failing += self.chain_checks(asking, nucleus)
                outcome.failing[nucleus.name] = failing
            else:
                passed.append(nucleus)
        total = grid.total(asking.inputs)
        held = {each.name: grid.held(each, asking.inputs) for each in passed}
        lacks = {name: self.lack(asking, total, here) for name, here in held.items()}
        is_dropped = all(lacks.values()) and self.may_come_from_elsewhere(asking, total)
        for nucleus in passed:
            lack = [] if is_dropped else lacks[nucleus.name]
            chain = list(self.chain_checks(asking, nucleus))
            if lack or chain:
                outcome.failing[nucleus.name] = [*lack, *chain]
                continue
            weight = self.space_factor(asking, nucleus)
            weight /= self.divisor(asking, nucleus.name)
            if self.is_page or not is_dropped:
                weight *= self.data_factor(asking, total, held[nucleus.name])
            outcome.weights[nucleus.name] = weight
        if outcome.weights:
            outcome.nucleus = draw(outcome.weights, self.draws[task["jedi_task_id"]])
        else:
            outcome.criterion = "-no_candidates"
        return outcome

    def checks(
        self, asking: Asking, nucleus: Nucleus, can_run: set[str]
    ) -> Iterator[str]:
        """Yield the checks TB-20 to TB-50 that a nucleus fails, in their order."""
        grid = self.grid
        if not grid.is_nucleus(nucleus) and asking.full_chain is None:
            yield "-not_candidate"
        if grid.first_row(nucleus)["site_state"] not in (None, "ACTIVE"):
            yield "-status"
        key = (nucleus.name, "Production Output_queued")
        waiting = grid.models.network.queued_to.get(key, 0)
        t1_weight = asking.rule.integer("TW") or 0
        if t1_weight >= 0 and waiting > self.config["NQUEUED_NUC_CAP"]:
            yield "-transfer_backlog"
        places = self.places(asking, nucleus)
        if None in places:
            yield "-match"
        found = [place for place in places if place is not None]
        if not all(grid.sites.is_up(place["read_wan"]) for place in found):
            yield "-source_blacklist"
        if not all(grid.sites.is_up(place["write_wan"]) for place in found):
            yield "-destination_blacklist"
        limit = self.threshold(asking.task) * 1024
        left = [self.space_left(asking, nucleus, place) for place in found]
        if any(gb < limit or (self.is_page and gb == limit) for gb in left):
            yield "-space"
        if nucleus.name not in can_run:
            yield "-job"

    def places(self, asking: Asking, nucleus: Nucleus) -> list[Row | None]:
        """Return the endpoints for output; full chains use the secondary nucleus."""
        owner: Nucleus | None = nucleus
        if asking.full_chain is not None:
            owner = self.grid.secondary(nucleus)
        return [self.grid.place(owner, wanted) for wanted in asking.wanted]

    def usable(self, place: Row) -> int:
        """Return free and expired space; as run less what is reserved (D6)."""
        space = (place["space_free"] or 0) + (place["space_expired"] or 0)
        if not self.is_page:
            space -= (place["space_min_free"] or 0) + (place["space_unavailable"] or 0)
        return space

    def space_left(self, asking: Asking, nucleus: Nucleus, place: Row) -> int:
        every, _ = self.grid.work(nucleus.name, asking.task)
        return self.usable(place) - int(every / 10 / 24 / 3600 * 0.25)

    def threshold(self, task: Row) -> float:
        """Return the TB of the global share; as run of the work queue (V53)."""
        share = task["gshare"]
        if not self.is_page:
            queue = self.grid.work_queues.get(task["workqueue_id"])
            share = share if queue is None else queue["queue_name"]
        return self.config.get(f"DISK_THRESHOLD_{share}", self.config["DISK_THRESHOLD"])

    def lack(self, asking: Asking, total: Held, held: Held) -> list[str]:
        """Return what of the input is too little at a nucleus (TB-60)."""
        frozen = asking.task["frozen_time"]
        days = self.config.get("DATA_LOCATION_CHECK_PERIOD", 0)
        days = days or (0 if self.is_page else 7)
        if not asking.inputs or (asking.rule.integer("IS") == 1 and held.n_files > 0):
            return []
        if (
            days
            and frozen is not None
            and self.world.now - frozen > timedelta(days=days)
        ):
            return []
        found = []
        for tag, whole, here, kind, unit in (
            ("-insize", total.n_bytes, held.n_bytes, "SIZE", GB),
            ("-innum", total.n_files, held.n_files, "NUM", 1),
        ):
            least = whole * self.config[f"INPUT_{kind}_FRACTION"] / 100
            is_large = whole > self.config[f"INPUT_{kind}_THRESHOLD"] * unit
            if is_large and (here < least or (self.is_page and here == least)):
                found.append(tag)
        return found

    def may_come_from_elsewhere(self, asking: Asking, total: Held) -> bool:
        """Tell whether the locality check is off where no nucleus passes it."""
        task, config = asking.task, self.config
        priority = task["task_priority" if self.is_page else "current_priority"] or 0
        if priority >= config["MAX_TASK_PRIO_WITH_LOCAL_DATA"]:
            return True
        most = config["MIN_INPUT_SIZE_WITH_LOCAL_DATA"] * GB
        is_quiet = (task["io_intensity"] or 0) <= config[
            "MIN_IO_INTENSITY_WITH_LOCAL_DATA"
        ]
        return is_quiet and total.n_bytes <= most

    def chain_checks(self, asking: Asking, nucleus: Nucleus) -> Iterator[str]:
        """Yield the full chain check, once, where a nucleus fails it (9)."""
        chain, mode = asking.full_chain, nucleus.bare_mode
        parent = self.parent_nucleus(asking)
        if (
            (chain is None and mode == "only")
            or (chain in (1, 2) and mode not in BARE)
            or (chain == 1 and mode == "allow" and self.is_page)
            or (parent is not None and parent != nucleus.name)
        ):
            yield "-full_chain"

    def parent_nucleus(self, asking: Asking) -> str | None:
        """Return the bare nucleus of the parent that the task follows."""
        number = asking.task["parent_tid"]
        parent = self.tasks.get(number)
        if parent is None or number == asking.task["jedi_task_id"]:
            return None
        if self.is_page:
            follows = asking.full_chain == 3
        else:
            own, other = asking.rule, SplitRule(parent["split_rule"])
            follows = None not in (own.integer("FU"), other.integer("FU"))
        nucleus = self.grid.sites.nucleus(parent["nucleus"])
        is_bare = nucleus is not None and nucleus.bare_mode in BARE
        return nucleus.name if nucleus and follows and is_bare else None

    def divisor(self, asking: Asking, nucleus: str) -> float:
        """Return the work at a nucleus, and what this cycle gave it before (V51)."""
        every, share = self.grid.work(nucleus, asking.task)
        work = every if self.is_page else share
        for other, chosen in self.given:
            if chosen == nucleus and self.sees(asking, other):
                work += other.work
        return work if work >= OFFSET else OFFSET if self.is_page else 1

    def sees(self, asking: Asking, other: Asking) -> bool:
        """Tell whether the work of a task counts for a later one."""
        fields = ["prod_source_label"]
        if not self.is_page:
            fields += ["workqueue_id", "gshare"]
        is_own = all(asking.task[name] == other.task[name] for name in fields)
        return is_own and (self.is_page or other.priority >= asking.priority)

    def data_factor(self, asking: Asking, total: Held, held: Held) -> float:
        """Return what the input at a nucleus makes of its weight."""
        if not total.n_bytes:
            return 1
        intensity = asking.task["io_intensity"]
        least = self.config["MIN_IO_INTENSITY_WITH_LOCAL_DATA"]
        is_heavy = intensity is None or intensity > least
        factor = held.n_bytes / total.n_bytes if is_heavy else 1
        return factor * (TAPE if held.n_bytes > held.disk_bytes else 1)

    def space_factor(self, asking: Asking, nucleus: Nucleus) -> float:
        """Return what the space for the output makes of the weight."""
        places = [p for p in self.places(asking, nucleus) if p and p["space_total"]]
        if not places:
            return 1

        def part(place: Row) -> tuple[float, str]:
            left = self.space_left(asking, nucleus, place)
            return left / place["space_total"], place["ddm_endpoint_name"]

        place = min(places, key=part)
        cutoff = self.config["FREE_DISK_CUTOFF"]
        if self.is_page:
            free = max(place["space_free"] or 0, 0) / 1024
            return self.usable(place) / place["space_total"] * min(cutoff, free)
        left = self.space_left(asking, nucleus, place)
        return left / place["space_total"] * min(cutoff, left // 1024)

    def tokens(self, asking: Asking, chosen: str) -> Iterator[str]:
        """Yield where output goes; a satellite falls back to its default endpoint."""
        nucleus = self.grid.sites.nucleus(chosen)
        assert nucleus is not None
        for row, wanted in zip(asking.outputs, asking.wanted, strict=True):
            place = self.grid.place(nucleus, wanted)
            if place is None and not self.grid.is_nucleus(nucleus):
                place = self.grid.sites.storage(nucleus.queues[0]).written
            if place is not None:
                tail = (row["storage_token"] or "").split("/")[-1]
                name = place["ddm_endpoint_name"]
                yield f"dst:{name}/{tail}" if row["storage_token"] else f"dst:{name}"


def draw(weights: Mapping[str, float], u: float) -> str:
    """Return the first nucleus by name at which the sum of weights reaches the draw."""
    rest = u * sum(weights[name] for name in sorted(weights))
    for name in sorted(weights):
        rest -= weights[name]
        if rest <= 0:
            return name
    return max(weights)
