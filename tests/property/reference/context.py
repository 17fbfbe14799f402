"""What one decision is taken on: the models of the world and the chunk."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta

from tests.property.reference.chunk_features import Chunk
from tests.property.reference.data import Completeness, DataModel
from tests.property.reference.network import Network
from tests.property.reference.parameters import Parameters
from tests.property.reference.queues import Queue
from tests.property.reference.site_model import Nucleus, SiteModel
from tests.property.reference.software import (
    SoftwareAnswer,
    answer_production,
    read_software,
)
from tests.property.reference.statistics import Statistics
from tests.property.reference.world import World

#: What a lock is about, besides a queue and a work queue.
LOCKED = ("vo", "prod_source_label", "resource_type")


class Models:
    """Everything that is indexed once per world."""

    def __init__(self, world: World, parameters: Parameters) -> None:
        self.world = world
        self.parameters = parameters
        self.sites = SiteModel(world, parameters)
        self.statistics = Statistics(world)
        self.network = Network(world, parameters)
        self.data = DataModel(world, self.sites, parameters)
        self.zero_share: dict[tuple[object, ...], bool] = {}
        self._answers: dict[tuple[object, ...], dict[str, SoftwareAnswer]] = {}
        self.software, self.all_tags = read_software(world, self.sites)
        self._foreign_locks(world)

    def _foreign_locks(self, world: World) -> None:
        own = world.lock_owner
        minutes = self.parameters.number("lock_minutes")
        self.locks = {
            (*(row[name] for name in LOCKED), row["queue_name"], row["workqueue_id"])
            for row in world["queue_lock"]
            if row["component"] == "default"
            and world.is_recent(row["locked_time"], minutes=minutes)
            and not (own and (row["locked_by"] or "").startswith(own))
        }

    def software_answer(self, chunk: Chunk, queue: Queue) -> SoftwareAnswer:
        """Return whether a queue has what a task asks of software and hardware."""
        task = chunk.task
        only_tags = chunk.rule.has("OT")
        asked = (task["trans_home"], task["architecture"], task["container_name"])
        signature = (*asked, only_tags)
        answers = self._answers.setdefault(signature, {})
        name = queue.unified
        if name not in answers:
            published = self.software[name], self.all_tags, self.parameters
            answers[name] = answer_production(task, only_tags, *published)
        return answers[name]


@dataclass(slots=True)
class Decision:
    """A chunk with its candidate list, nucleus and input completeness."""

    models: Models
    chunk: Chunk
    queues: list[Queue]
    is_single: bool
    is_list: bool
    nucleus: Nucleus | None = None
    nucleus_names: frozenset[str] = frozenset()
    near_names: frozenset[str] = frozenset()
    completeness: Completeness = field(default_factory=Completeness)

    @property
    def parameters(self) -> Parameters:
        """Return the values in force."""
        return self.models.parameters

    @property
    def is_preassigned(self) -> bool:
        """Tell whether the candidates were named."""
        return self.is_single or self.is_list

    def applies(self, criterion: str) -> bool:
        """Tell whether pre-assignment does not lift a criterion."""
        words = self.parameters.words
        if self.is_preassigned and criterion in words("preassign_exempts"):
            return False
        return not (self.is_single and criterion in words("preassign_single_exempts"))


def make_decision(models: Models, chunk: Chunk) -> Decision:
    """Return a chunk with its candidate list (JB-00) and what goes with its nucleus."""
    queues, is_single, is_list = candidate_list(models, chunk)
    decision = Decision(models, chunk, queues, is_single, is_list)
    decision.nucleus = models.sites.nucleus(chunk.task["nucleus"])
    if decision.nucleus is not None:
        decision.nucleus_names = frozenset(
            queue.name for queue in decision.nucleus.queues
        )
        decision.near_names = decision.nucleus_names | models.sites.sharing(
            decision.nucleus
        )
    decision.completeness = models.data.completeness(chunk)
    return decision


def candidate_list(models: Models, chunk: Chunk) -> tuple[list[Queue], bool, bool]:
    """Return the first candidates, and whether they are one or several named ones."""
    sites, parameters = models.sites, models.parameters
    assigned = premerge_queue(models, chunk)
    if has_premerge_queue(chunk):
        if not premerge_has_lapsed(models, chunk):
            readers = sites.readers_of(assigned) if assigned else []
            if parameters["preassign_keeps_parent"]:
                return readers, False, True
            return expand(models, readers), False, True
    elif chunk.task["site"]:
        names = [name.strip() for name in chunk.task["site"].split(",")]
        named = [sites.by_name[name] for name in names if name in sites.by_name]
        queues = expand(models, named)
        return queues, len(queues) == 1, len(queues) != 1
    queues = sites.production
    if parameters["exclude_test_named"]:
        queues = [queue for queue in queues if "test" not in queue.name.lower()]
    return queues, False, False


def expand(models: Models, named: list[Queue]) -> list[Queue]:
    """Return named queues with the pseudo queues of unified ones, each once."""
    found: dict[str, Queue] = {}
    for queue in named:
        if not queue.is_parent or models.parameters["preassign_keeps_parent"]:
            found[queue.name] = queue
        if queue.is_parent:
            for child in models.sites.children[queue.name]:
                found[child.name] = child
    return list(found.values())


def has_premerge_queue(chunk: Chunk) -> bool:
    """Tell whether the master dataset binds a chunk to a queue, before a merge."""
    return bool(chunk.master and chunk.master.row["queue_name"])


def premerge_queue(models: Models, chunk: Chunk) -> Queue | None:
    """Return the queue a merge chunk is bound to; None where there is none."""
    if not has_premerge_queue(chunk) or chunk.master is None:
        return None
    return models.sites.by_name.get(chunk.master.row["queue_name"])


def premerge_has_lapsed(models: Models, chunk: Chunk) -> bool:
    """Tell whether a merge chunk has waited too long for its queue."""
    assert chunk.master is not None
    parameters, now = models.parameters, models.world.now
    modified = chunk.master.row["modification_time"]
    if modified is None:
        return False
    created = chunk.master.row["creation_time"]
    if parameters["premerge_needs_modified"] and created in (None, modified):
        return False
    if now - modified <= timedelta(hours=parameters.number("premerge_hours")):
        return False
    hours = parameters.number("premerge_frozen_hours")
    frozen = chunk.task["frozen_time"]
    return not hours or (frozen is not None and now - frozen > timedelta(hours=hours))
