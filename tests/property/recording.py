"""What every relation of a policy holds where it decides some worlds, as digests.

    python -m tests.property.recording

writes the records anew after a change that is meant: look at which relations differ.
Each line is a relation, the number of its rows, and a number for each column that stays
as long as its values stay, in whatever order the rows are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from string import Template

from brokersql.core.sql_files import fixture_root
from brokersql.cycle import FinishedCycle, Options
from brokersql.policy import load_policy, shipped_policies
from brokersql.snapshot import Snapshot
from tests.conformance.dirac_scenario import merged
from tests.in_turn import in_turn
from tests.property.analysis_worlds import merged_analysis_world
from tests.property.dirac_worlds import a_world
from tests.property.merged_worlds import merged_world
from tests.property.timeout_worlds import timeout_world
from tests.property.world_parts.dice import NOW
from tests.property.worlds import waiting_world
from tests.spec.whole import snapshot_of
from tests.typed_rows import typed

RECORDED = Path(__file__).parent / "recorded"
SEEDS = range(40)
#: They take long, as pilots are served one after the other.
DIRAC_SEEDS = range(3)
World = Callable[[], Snapshot]


def demo() -> Snapshot:
    """Return what is shipped."""
    return Snapshot.open(fixture_root() / "demo")


def jobs() -> Snapshot:
    """Return random worlds of job brokerage, side by side."""
    return Snapshot.open(merged_world(SEEDS))


def analysis() -> Snapshot:
    """Return random worlds of analysis, side by side."""
    return Snapshot.open(merged_analysis_world(SEEDS))


def tasks() -> Snapshot:
    """Return random worlds of tasks that wait for a nucleus, side by side."""
    return Snapshot.open(merged_world(SEEDS, waiting_world))


def old_jobs() -> Snapshot:
    """Return random jobs around the limits of all timeouts."""
    return snapshot_of("panda_timeout", "page", {}, timeout_world())


def pilots() -> Snapshot:
    """Return random worlds of jobs and pilots of DIRAC, side by side."""
    rows = merged([a_world(seed) for seed in DIRAC_SEEDS])
    rows["snapshot"] = [{"snapshot_id": "pilots", "vo": "lhcb", "snapshot_time": NOW}]
    return Snapshot.open({name: typed(name, found) for name, found in rows.items()})


#: Policy -> the worlds in which it decides.
WORLDS: Mapping[str, tuple[World, ...]] = {
    "dirac": (demo, pilots),
    "panda_analysis": (demo, analysis),
    "panda_job": (demo, jobs),
    "panda_job_hint": (demo, jobs),
    "panda_job_legacy": (demo, jobs),
    "panda_task": (tasks,),
    "panda_timeout": (demo, old_jobs),
}
#: Relations that repeat policy.toml.
OF_THE_POLICY = {"cfg", "criterion", "ladder"}


def cycles(policy: str) -> Iterator[tuple[Path, FinishedCycle]]:
    """Yield the file of each world and profile, and the cycle; jobs are placed."""
    loaded = load_policy(policy)
    places = any(each.name == "place" for each in loaded.parameters)
    settings = {"place": "true"} if places else {}
    choices = [Options(each, settings, threads=1) for each in loaded.profiles]
    for world in WORLDS[policy]:
        played = in_turn(world(), policy, choices)
        for choice, cycle in zip(choices, played, strict=True):
            name = f"{policy}.{choice.profile}.{world.__name__}.tsv"
            yield RECORDED / name, cycle


def contents(cycle: FinishedCycle) -> Iterator[str]:
    """Yield a line for each fact, rule and result of a cycle."""
    query = Template((RECORDED / "contents.sql").read_text(encoding="utf-8"))
    for name in _relations(cycle):
        (row,) = cycle.sql(query.substitute(relation=name)).to_pylist()
        yield "\t".join([name, *(f"{key} {value}" for key, value in row.items())])


def _relations(cycle: FinishedCycle) -> list[str]:
    if "verdict" in cycle.program.results:
        cycle.pairs.show_filters()
    found = cycle.sql("select table_name, table_schema from information_schema.tables")
    names = {
        row["table_name"]
        for row in found.to_pylist()
        if row["table_schema"] == cycle.policy and row["table_name"][:2] != "x_"
    }
    return sorted(names - OF_THE_POLICY)


def write() -> None:
    """Write what all policies come to."""
    for policy in shipped_policies():
        for file, cycle in cycles(policy):
            text = "".join(f"{line}\n" for line in contents(cycle))
            file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
