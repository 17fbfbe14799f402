"""The grid as the brokerage sees it: queues, their endpoints, nuclei and sharing."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.property.reference.parameters import Parameters
from tests.property.reference.queues import Queue, make_queues
from tests.property.reference.world import Row, World


@dataclass(slots=True)
class Storage:
    """Endpoints of a queue in the default scope, in the order of their relation."""

    related: list[Row] = field(default_factory=list)
    inputs: list[Row] = field(default_factory=list)
    outputs: list[Row] = field(default_factory=list)
    default_output: Row | None = None

    @property
    def input_names(self) -> frozenset[str]:
        """Return the names of the input endpoints."""
        return frozenset(row["ddm_endpoint_name"] for row in self.inputs)

    @property
    def written(self) -> Row | None:
        """Return the default output endpoint where the queue has its role."""
        return self.default_output if self.default_output in self.outputs else None

    @property
    def atlas_site(self) -> str | None:
        """Return the site of the default output endpoint; None where there is none."""
        return None if self.default_output is None else self.default_output["site_name"]


NO_STORAGE = Storage()


@dataclass(slots=True)
class Nucleus:
    """The production queues of a site, parents and children, first loaded first."""

    name: str
    queues: list[Queue]

    @property
    def bare_mode(self) -> str | None:
        """Return only, allow or None, as the first queue says."""
        return self.queues[0].bare_nucleus


class SiteModel:
    """Everything about queues that does not depend on a chunk."""

    def __init__(self, world: World, parameters: Parameters) -> None:
        self.on_only = parameters["endpoint_status_mode"] == "on_only"
        self.queues = make_queues(world["queue"], world["resource_type"])
        self.by_name = {queue.name: queue for queue in self.queues}
        self.production = [queue for queue in self.queues if queue.runs_production]
        self.children: dict[str, list[Queue]] = {}
        for queue in self.queues:
            self.children.setdefault(queue.unified, [])
            if queue.parent is not queue:
                self.children[queue.unified].append(queue)
        self.endpoints = {row["ddm_endpoint_name"]: row for row in world["endpoint"]}
        self.storages = self._storages(world["queue_endpoint"])
        self.nuclei = self._nuclei("nucleus")
        self.satellites = self._nuclei("satellite")
        self._sharing: dict[str, frozenset[str]] = {}
        self.closed_nuclei = frozenset(
            name for name in self.nuclei if self._is_closed(name)
        )

    def _storages(self, relations: list[Row]) -> dict[str, Storage]:
        storages: dict[str, Storage] = {}
        for relation in sorted(relations, key=relation_order):
            endpoint = self.endpoints.get(relation["ddm_endpoint_name"])
            if endpoint is None or (relation["scope"] or "default") != "default":
                continue
            storage = storages.setdefault(relation["queue_name"], Storage())
            storage.related.append(endpoint)
            if relation["read_lan_role"] and not endpoint["blacklisted_read"]:
                storage.inputs.append(endpoint)
            if relation["write_lan_role"]:
                storage.outputs.append(endpoint)
            is_better = storage.default_output is None or relation["write_lan_role"]
            if relation["default_write"] and storage.written is None and is_better:
                storage.default_output = endpoint
        return storages

    def _nuclei(self, role: str) -> dict[str, Nucleus]:
        nuclei: dict[str, Nucleus] = {}
        for queue in self.production:
            if queue.role == role and queue.site is not None:
                nuclei.setdefault(queue.site, Nucleus(queue.site, [])).queues.append(
                    queue
                )
        return nuclei

    def storage(self, queue: Queue) -> Storage:
        """Return the endpoints of a queue, those of its parent for a pseudo queue."""
        return self.storages.get(queue.unified, NO_STORAGE)

    def nucleus(self, name: str | None) -> Nucleus | None:
        """Return a nucleus, or a satellite that serves as one."""
        if name is None:
            return None
        return self.nuclei.get(name) or self.satellites.get(name)

    def is_up(self, status: str | None) -> bool:
        """Tell whether an endpoint works in one direction; unknown means yes."""
        if self.on_only:
            return status is None or status == "ON"
        return status not in ("OFF", "TEST")

    def _is_closed(self, name: str) -> bool:
        """Tell whether the default output endpoint of a nucleus accepts no files."""
        nucleus = self.nucleus(name)
        assert nucleus is not None
        endpoint = self.storage(nucleus.queues[0]).written
        return endpoint is not None and not self.is_up(endpoint["write_wan"])

    def sharing(self, nucleus: Nucleus) -> frozenset[str]:
        """Return the queues that write where the nucleus' first queue can read."""
        if nucleus.name not in self._sharing:
            first = nucleus.queues[0]
            readable = self.storage(first).input_names
            names = []
            for queue in self.production:
                output = self.storage(queue).written
                if (
                    queue is not first
                    and queue.status == "online"
                    and (queue.runs_analysis or not first.runs_analysis)
                    and output is not None
                    and output["ddm_endpoint_name"] in readable
                ):
                    names.append(queue.name)
            self._sharing[nucleus.name] = frozenset(names)
        return self._sharing[nucleus.name]

    def readers_of(self, first: Queue) -> list[Queue]:
        """Return the queue and those that can read what it writes (pre-merge list)."""
        output = self.storage(first).written
        readers = [first]
        if output is None:
            return readers
        for queue in self.production:
            if (
                queue is not first
                and queue.status == "online"
                and (queue.runs_analysis or not first.runs_analysis)
                and output["ddm_endpoint_name"] in self.storage(queue).input_names
            ):
                readers.append(queue)
        return readers


def relation_order(relation: Row) -> tuple[str, int, str]:
    """Return the place of an endpoint among those of its queue."""
    order = relation["order_read"]
    return (
        relation["queue_name"],
        10**9 if order is None else order,
        relation["ddm_endpoint_name"],
    )
