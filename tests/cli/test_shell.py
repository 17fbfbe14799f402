"""The shell of `brokersql sql`: asked on a real terminal, and its completion."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

import pytest

from brokersql.cli.inputs import open_input
from brokersql.cycle import Options
from brokersql.export import QuerySession, Vocabulary
from tests.cli.shell_session import Talk


def test_a_conversation(run_folder: Path, tmp_path: Path) -> None:
    talk = Talk("sql", run_folder, env={"XDG_STATE_HOME": str(tmp_path)})
    assert "read only · .help for help" in talk.until("help for help")
    talk.until("brokersql>")
    # a query over two lines
    talk.type("select status, count(*) as n from result\r")
    talk.until("...>")
    talk.type("group by all order by n desc;\r")
    assert "assigned" in talk.until(" rows, ")
    # errors are printed, and the shell goes on
    talk.type("from resut;\r")
    assert "did you mean result" in talk.until("mean result")
    talk.type("drop table result;\r")
    talk.until("drop is switched off")
    talk.type(".nix\r")
    talk.until("no command .nix")
    # Ctrl-C stops a query, whose line is short enough not to be broken
    talk.type("with recursive t as (select 1 as n union all from t) from t;\r")
    talk.until(" from t;")
    time.sleep(2)  # until the query runs: before that, Ctrl-C only clears the line
    talk.until("^C stopped after ", typing="\x03")
    talk.type("select 'after' || 'wards' as said;\r")
    talk.until("afterwards")
    # completion, of a criterion inside quotes and of a table
    talk.type("select count(*) as n from exclus\t")
    talk.until("ion")
    talk.type(" where criterion = '-lowm\t")
    talk.until("emory")
    talk.type("';\r")
    talk.until("1 row, ")
    # the other commands
    talk.type(".schema result\r")
    assert "retry_after_s" in talk.until("rows, ")
    talk.type(".tables snapshot\r")
    assert "resource_type" in talk.until("work_queue")
    talk.type(".policy panda_job/low_memory\r")
    talk.until("-- bounds: a need equal to the limit passes")
    # a story, its task and queue by completion
    talk.type(".expl\t")
    talk.until("ain")
    talk.type(" 4711018\t")
    talk.until("2")
    talk.type(" RHEINTAL_H\t")
    talk.until("IMEM")
    talk.type(" no-changes\r")
    assert "-highmemory" in talk.until("next: .policy panda_job/")
    talk.until("brokersql>")
    talk.type(".explain 47110182x\r")
    talk.until("47110182x is neither a task nor an option")
    talk.type(".format csv\r")
    talk.type("select 1 as a, 2 as b;\r")
    talk.until("a,b\n1,2")
    talk.type(".help\r")
    talk.until("Ctrl-C stops it")
    # Ctrl-D leaves; the lines are kept for the next time
    time.sleep(1)  # until the prompt is back: before that, the key is not for it
    talk.type("\x04")
    assert talk.end() == 0
    kept = (tmp_path / "brokersql" / "sql_history").read_text(encoding="utf-8")
    assert "from resut;" in kept


def test_long_tables_are_cut_at_the_terminals_height(
    demo: Path, tmp_path: Path
) -> None:
    talk = Talk("sql", demo, env={"XDG_STATE_HOME": str(tmp_path)})
    talk.until("brokersql>")
    talk.type("select queue_name from queue order by 1;\r")
    shown = talk.until("see all")
    assert "… 42 rows, .format csv to see all" in shown
    assert shown.count("/") + shown.count("_UCORE") < 42
    talk.type(".quit\r")
    assert talk.end() == 0


@pytest.fixture(scope="module")
def words(run_folder: Path) -> Vocabulary:
    source = open_input(str(run_folder))
    return Vocabulary(QuerySession(partial(source.workspace, None, Options())))


@pytest.mark.parametrize(
    ("before", "word", "some"),
    [
        ("select * from qu", "qu", {"queue", "queue_endpoint", "queue_trr"}),
        ("from exclusion join can", "can", {"candidate"}),
        ("select * from task where core", "core", {"core_count"}),
        ("select queue.max_", "max_", {"max_rss", "max_wdir"}),
        ("from exclusion select cri", "cri", {"criterion"}),
        ("select disk_", "disk_", {"disk_io_limit("}),
        ("from exclusion where criterion = '-low", "-low", {"-lowmemory"}),
        ("from result ord", "ord", {"order by"}),
    ],
)
def test_completion(before: str, word: str, some: set[str], words: Vocabulary) -> None:
    typed, found = words.continuations(before)
    assert typed == word
    assert some <= set(found)
    assert all(each.lower().startswith(word) for each in found)
