"""The lists that pages show: which relation each is, and how it is first sorted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ListKind:
    """A list that pages can show: its relation, title, order and one line about it.

    `table` is the result table of the run that holds what it is made of; `also` are
    other names of columns that a filter may use.
    """

    relation: str
    table: str
    title: str
    about: str
    order: tuple[str, ...]
    facets: tuple[str, ...] = ()
    also: Mapping[str, str] = field(default_factory=dict[str, str])


LISTS: Mapping[str, ListKind] = {
    "tasks": ListKind(
        "decision",
        "result",
        "Tasks",
        "One row per chunk that was decided.",
        ("-priority", "jedi_task_id", "chunk_no"),
        ("status", "waits_by", "processing_type", "gshare", "core_count"),
        {"criterion": "waits_by"},
    ),
    "pairs": ListKind(
        "pair_row",
        "verdict",
        "Tasks at queues",
        "One row per task and queue; of its pseudo queues the one that came furthest. "
        "failing lists all criteria that fail there, not only the first.",
        ("jedi_task_id", "chunk_no", "rank", "n_failing", "unified_name"),
        ("outcome", "criterion", "only_blocker", "cloud"),
    ),
    "queues": ListKind(
        "queue_row",
        "exclusion",
        "Queues",
        "What became of all tasks at each queue; n_alone counts the tasks that one "
        "criterion alone keeps away.",
        ("-n_chosen", "unified_name"),
        ("cloud", "status", "top_criterion"),
    ),
    "weights": ListKind(
        "weight_row",
        "weighed",
        "Weights",
        "Every pair that reached the weights, with its factors; rank is empty where it "
        "was not chosen.",
        ("jedi_task_id", "chunk_no", "place"),
        ("criterion",),
    ),
    "exclusion": ListKind(
        "exclusion",
        "exclusion",
        "Rejected pseudo queues",
        "The reported reason of every rejected pair, with its numbers.",
        ("jedi_task_id", "chunk_no", "round", "step", "queue_name"),
        ("criterion", "class"),
    ),
    "links": ListKind(
        "link_row",
        "network_metric",
        "Links",
        "The newest metrics between two sites.",
        ("-n_queued", "src_site", "dst_site"),
        (),
    ),
    "rules": ListKind(
        "rule_row",
        "criterion",
        "Rules",
        "The files that decide, in their order, and what each of them touches.",
        ("step",),
        ("class", "effect"),
    ),
    "actions": ListKind(
        "action_row",
        "action",
        "Actions upon jobs",
        "One row per job and rule that hits it.",
        ("-is_strongest", "-age_s", "panda_id", "rule_id"),
        ("action", "rule_id", "job_status", "queue_name"),
    ),
    "placements": ListKind(
        "placement",
        "placement",
        "Placements",
        "The batches of jobs in the order in which queues get them.",
        ("jedi_task_id", "chunk_no", "seq"),
        ("queue_name",),
    ),
    "destinations": ListKind(
        "destination",
        "destination",
        "Destinations",
        "Where the output and log datasets of each task go.",
        ("jedi_task_id", "dataset_id"),
        ("nucleus",),
    ),
    "pilots": ListKind(
        "pilot_row",
        "exclusion",
        "Pilots",
        "Resources that ask for a job, what each got, and how many task queues fit it.",
        ("n_fit", "seq"),
        ("status", "site", "setup", "top_criterion"),
    ),
    "task_queues": ListKind(
        "task_queue_row",
        "task_queue",
        "Task queues",
        "What jobs that are alike ask for, their priority, and the pilots that fit.",
        ("-n_jobs", "tq_id"),
        ("owner_group", "setup", "top_criterion"),
    ),
    "matches": ListKind(
        "match_row",
        "verdict",
        "Pilots at task queues",
        "One row per pilot and task queue; failing lists all conditions that do not "
        "hold, not only the first.",
        ("seq", "n_failing", "tq_id"),
        ("outcome", "criterion", "only_blocker", "owner_group"),
    ),
    "refused_jobs": ListKind(
        "refused_job",
        "refused_job",
        "Refused jobs",
        "Jobs that stand in no task queue, with the reason.",
        ("job_id",),
        ("reason",),
    ),
}
