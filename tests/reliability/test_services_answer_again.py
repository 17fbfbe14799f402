"""What stays open answers the next question, whatever failed before it.

Promise: faults of DuckDB, lack of memory or disk, errors of data and Ctrl-C, at any
statement while tables are made, cost one answer at most; the next is the usual one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple

import duckdb
import pyarrow as pa
import pytest

from brokersql import Explainer
from brokersql.cli.inputs import open_input
from brokersql.cli.output import Choices
from brokersql.cli.shell_explain import ExplainParser, ShellExplainer
from brokersql.core.database import SqlError
from brokersql.core.errors import BrokersqlError
from brokersql.cycle import Options
from brokersql.export import QuerySession
from brokersql.match.client import MatchClient
from brokersql.match.integrity import verify
from brokersql.match.state import State
from brokersql.replay import replay
from brokersql.snapshot import Snapshot
from brokersql.snapshot.history import History
from tests.cli.calling import DEMO
from tests.faults.injecting import failing
from tests.match.serving import served
from tests.match.worlds import random_world, snapshot_of
from tests.replay.histories import contents, of_worlds, small_world
from tests.web.asking import page_of, unheard

SEED = 24
TASK = 47110182
POLICY = "panda_job"
#: Decides in a third of the time; queries and replays open what any policy needs.
CHEAP = "panda_timeout"
OPTIONS = Options(seed=7)
#: What fails, and how often: engine faults as often as they are tried again. After one
#: that is fatal, DuckDB's database is dead. The first ones are a sample of all.
FAILURES: tuple[tuple[type[BaseException] | None, int], ...] = (
    *((duckdb.FatalException, 1), (None, 3), (duckdb.OutOfMemoryException, 1)),
    *((duckdb.FatalException, 3), (None, 1), (KeyboardInterrupt, 1)),
    *((duckdb.IOException, 1), (duckdb.ConversionException, 1)),
)
N_SAMPLE = 3
Ask = Callable[[], object]


class Given(NamedTuple):
    """What services read and leave as it is."""

    run: Path
    history: History


@contextmanager
def explainer(_given: Given, _: Path) -> Iterator[Ask]:
    asked = Explainer(Snapshot.open(DEMO), POLICY, seed=7)
    yield lambda: str(asked.explain(TASK))


@contextmanager
def shell(_given: Given, _: Path) -> Iterator[Ask]:
    source = open_input(str(DEMO))
    telling = ShellExplainer(source, POLICY, OPTIONS)
    question = ExplainParser(source).parse(f"{TASK} no-changes", Choices())
    assert question is not None
    yield lambda: str(telling.explain(question)[0])


def rows(found: pa.Table) -> list[dict[str, object]]:
    return found.to_pylist()


@contextmanager
def queries(_given: Given, _: Path) -> Iterator[Ask]:
    make = partial(open_input(str(DEMO)).workspace, CHEAP, OPTIONS)
    asked = "select count(*) as n, count(distinct code) as m from action"
    with QuerySession(make) as session:
        yield lambda: (rows(session.ask(asked)), rows(session.describe("action")))


PATHS = (
    *("/panda_job", "/panda_job/queues.json", f"/panda_job/task/{TASK}.json", "/run"),
    *("/panda_job/exclusion.csv", "/policy/panda_job/low_memory.json"),
)


@contextmanager
def pages(given: Given, _: Path) -> Iterator[Ask]:
    server = unheard(given.run)

    def ask() -> object:
        answers = [page_of(server, path) for path in PATHS]
        if max(each.status for each in answers) >= 500:
            raise BrokersqlError("an answer is missing")
        own = server.site.key.encode()
        return [(each.status, each.body.replace(own, b"key")) for each in answers]

    yield ask


@contextmanager
def replays(given: Given, folder: Path) -> Iterator[Ask]:
    places = [folder / "a"]

    def ask() -> object:
        """Replay; after a failure it goes on in the same folder."""
        replay(given.history, places[-1], CHEAP, Options(verdict="reasons", threads=1))
        found = {
            name: content
            for name, content in contents(places[-1]).items()
            if name.endswith(".parquet")
        }
        places.append(folder / f"{len(places)}")
        return found

    yield ask


@contextmanager
def matching(_given: Given, folder: Path) -> Iterator[Ask]:
    """Yield a pilot's request; its job waits again, whatever failed before."""
    world = random_world(3, n_jobs=2, n_pilots=1)
    state = State.create(
        folder / "state",
        snapshot_of({**world, "dirac_pilot": []}),
        Options(seed=5, threads=1),
    )
    given: list[int] = []
    pilot = {"setup": "S", "cpu_time": 300000, "site": ["A", "B", "C"], "job_id": 1}
    with closing(state), served(state) as server:
        client = MatchClient(str(server.address), timeout_s=20, sleep=lambda _: None)

        def ask() -> object:
            if given:
                client.requeue(given)
                given.clear()
            row = client.match(pilot)
            given.append(int(str(row["job_id"])))
            assert state.n_waiting[0] == 1
            client.requeue(given)
            given.clear()
            return state.n_waiting, {**row, "seq": 0}

        yield ask
    verify(folder / "state")


SERVICES = {
    each.__name__: each
    for each in (explainer, shell, queries, pages, replays, matching)
}


@pytest.fixture(scope="module")
def given(run_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Given:
    folder = tmp_path_factory.mktemp("history")
    return Given(run_folder, of_worlds(folder, [small_world(1, 1), small_world(2, 1)]))


@pytest.mark.parametrize(
    ("failures", "n_places", "name"),
    [
        *((FAILURES[:N_SAMPLE], 1, name) for name in SERVICES),
        *(
            pytest.param(FAILURES, 20, name, marks=pytest.mark.long)
            for name in SERVICES
        ),
    ],
    ids=lambda each: "" if isinstance(each, tuple) else str(each),
)
def test_after_a_failure_at_any_statement_the_next_answer_is_the_usual_one(
    failures: tuple[tuple[type[BaseException] | None, int], ...],
    n_places: int,
    name: str,
    given: Given,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each kind of failure meets services that are new, and some that answered.

    Those have perhaps met a failure before, too.
    """
    monkeypatch.setattr("brokersql.core.database.write_bundle", lambda *_: None)
    print(f"{name}, seed {SEED}")
    dice, folders = random.Random(SEED), (tmp_path / f"{n}" for n in count())
    begun = SERVICES[name]
    with begun(given, next(folders)) as ask:
        plain = ask()  # what it keeps spares those after it statements
    with ExitStack() as last:
        ask = last.enter_context(begun(given, next(folders)))
        with failing(".", 0) as making:
            assert ask() == plain
        with failing(".", 0) as asking:
            assert ask() == plain
        for error, n_times in failures * n_places:
            if error is KeyboardInterrupt and name == "matching":
                continue  # Ctrl-C comes to the main thread, which asks DuckDB nothing
            if is_new := dice.random() < 0.5:
                last.close()
                ask = last.enter_context(begun(given, next(folders)))
            n_before = dice.randrange((making if is_new else asking).n_found)
            with failing(".", n_times, error, n_before=n_before) as injected:
                try:
                    assert ask() == plain
                except (BrokersqlError, SqlError, KeyboardInterrupt):
                    # a fault that does not come again costs no answer
                    is_healed = error in (None, duckdb.FatalException) and n_times < 3
                    assert not is_healed, (SEED, error, n_before, is_new)
            assert injected.settings
            told = (SEED, error, n_times, n_before, is_new)
            assert ask() == plain, told
