"""What a policy author reads: the exact place, what is wrong, what cures it."""

from __future__ import annotations

from pathlib import Path

import pytest

from brokersql.compiler import check_policy, compile_policy
from brokersql.policy import Finding, PolicyFault, load_policy
from tests.compiler.world import POLICIES

SMALL = POLICIES / "small"
HEADER = (SMALL / "filters" / "offline.sql").read_text().split("select")[0]
KEYS = "candidate.jedi_task_id, candidate.chunk_no, candidate.queue_name"


def policy_with(folder: Path, name: str, text: str) -> Path:
    """Return a policy folder that overrides one file of the small policy."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    (folder / "policy.toml").write_text(f'extends = "{SMALL}"\n')
    return folder


def findings(folder: Path, name: str, text: str) -> list[Finding]:
    """Return what the compiler says about one changed file."""
    return check_policy(load_policy(str(policy_with(folder, name, text))))


def rule(body: str) -> str:
    """Return a filter: the header, line 10 `select`, then the body from line 11 on."""
    return f"{HEADER}select\n{body}\n"


BASE = f"{KEYS}, 'x' as detail\nfrom candidate\n"
PARTNER = f"{BASE}inner join partner on candidate.queue_name = partner.queue_name\n"

#: The body of a filter -> line and column of its fault, the message and the hint.
CASES = {
    f"{PARTNER}where partner.max_rs > 0": (
        "14:7 unknown column partner.max_rs | did you mean partner.max_rss?"
    ),
    f"{PARTNER}where max_rs > 0": "14:7 unknown column max_rs | did you mean max_rss?",
    f"{PARTNER}where partnr.max_rss > 0": (
        "14:7 unknown relation partnr | did you mean partner?"
    ),
    f"{BASE}cross join cgf\nwhere cgf.is_strict": (
        "13:12 unknown relation cgf | did you mean cfg?"
    ),
    f"{BASE}where partner.max_rss > 0": (
        "13:7 partner is not joined | join it using (queue_name)"
    ),
    f"{BASE}cross join cfg\nwhere cfg.is_stric": (
        "14:7 unknown column cfg.is_stric | did you mean cfg.is_strict?"
    ),
    f"{PARTNER}where queue_name = ''": (
        "14:7 column queue_name is ambiguous | candidate.queue_name or"
    ),
    f"{PARTNER}where partner.max_rss > 2000": (
        "14:25 2000 is a threshold: make it a parameter | cfg."
    ),
    (
        f"{BASE}cross join snapshot\n"
        "where snapshot.snapshot_time > snapshot.snapshot_time - interval '2 hours'"
    ): ("14:32 2 is a threshold: make it a parameter | cfg."),
    "'x' as detail, candidate.*\nfrom candidate": (
        "11:16 select * hides which columns are read | name the columns"
    ),
    "*, 'x' as detail\nfrom candidate": (
        "11:1 select * hides which columns are read | name the columns"
    ),
    "candidate.* exclude (chunk_no), 'x' as detail\nfrom candidate": (
        "11:1 select * hides which columns are read | name the columns"
    ),
    (
        "partner.*, 'x' as detail\nfrom candidate\n"
        "inner join partner using (queue_name)"
    ): ("11:1 partner has no jedi_task_id | jedi_task_id, chunk_no, queue_name"),
    "candidat.*, 'x' as detail\nfrom candidate": (
        "11:1 unknown relation candidat | did you mean candidate?"
    ),
    (
        "need.*, 'x' as detail, need.need_mb\nfrom candidate\n"
        "inner join need using (jedi_task_id, chunk_no, queue_name)"
    ): ("11:1 need has a column need_mb as well | list the key"),
    f"{BASE}where now() is not null": (
        "13:7 now() is not allowed | snapshot.snapshot_time"
    ),
    f"{BASE}where random() > 0": "13:7 random() is not allowed | inputs",
    f"{KEYS}, max(1)::varchar as detail\nfrom candidate\ngroup by all": (
        "11:1 a rule looks at one pair only: no group by | fact"
    ),
    f"distinct {BASE}": "11:10 a rule looks at one pair only: no distinct | fact",
    f"{KEYS}, (row_number() over ())::varchar as detail\nfrom candidate": (
        "11:68 a rule looks at one pair only | aggregate in a fact"
    ),
    f"{BASE}where candidate.queue_name in (select 'a')": (
        "13:39 a rule has no subquery in a condition | fact"
    ),
    f"{BASE}inner join unit on candidate.jedi_task_id = unit.jedi_task_id": (
        "13:12 unit is joined without its key chunk_no | jedi_task_id, chunk_no"
    ),
    f"{BASE}inner join job_stats on candidate.queue_name = job_stats.queue_name": (
        "13:12 job_stats has no key: a join may multiply pairs | grain"
    ),
    (
        f"{BASE}left join partner on candidate.queue_name = partner.queue_name\n"
        "and partner.max_rss > 0"
    ): ("14:5 a left join is on the key alone | where"),
    f"{BASE}full join partner on candidate.queue_name = partner.queue_name": (
        "13:11 a rule has no full join | inner join"
    ),
    f"{KEYS}, 'x' as detail\nfrom candidate, cfg": (
        "12:17 the join has no kind | cross join"
    ),
    f"{BASE}inner join partner using (queue_name)\nwhere queue_name <> ''": (
        "13:12 a key of using is also named without its relation | on"
    ),
    "queue_name, 'x' as detail from partner": (
        "11:32 a rule begins with from candidate | candidate holds the pairs"
    ),
    "candidate.queue_name, 'x' as detail\nfrom candidate": (
        "11:1 its columns are queue_name, detail, without jedi_task_id, chunk_no"
        " | lists jedi_task_id, chunk_no"
    ),
    f"{KEYS}, 1 as asked, '<' as op, 1 as offered, 'x' as detail\nfrom candidate": (
        "11:1 its columns are jedi_task_id, chunk_no, queue_name, asked, op, "
        "offered, detail | op: did you mean operator?"
    ),
    f"{KEYS}, 1 as asked, 'MB' as unit, 'x' as detail\nfrom candidate": (
        "11:1 it gives asked, unit without operator, offered"
    ),
    (
        f"{KEYS}, 1 as asked, '<' as operator, 'b' as offered, 'x' as detail\n"
        "from candidate"
    ): ("11:96 offered is VARCHAR, and no number"),
    f"{BASE}inner join survivor on candidate.queue_name = survivor.queue_name": (
        "11:1 it reads what only the filters leave"
    ),
    f"{PARTNER}where partner.is_cvmfs + partner.status > 0": (
        "14:24 no function matches the given name and argument types '+( | Cand"
    ),
    f"{PARTNER}cross join cfg\nwhere partner.status = partner.max_rss": (
        "15:7 compares a VARCHAR with a BIGINT | try_cast"
    ),
    f"{PARTNER}where partner.status in (partner.site_name, 0, 1)": (
        "14:7 compares a VARCHAR with a INTEGER | try_cast"
    ),
    f"{PARTNER}where partner.max_rss < 'much'": (
        "14:7 compares a BIGINT with a VARCHAR | try_cast"
    ),
    f"{PARTNER}where is_near(partner.max_rss)": "14:7 is_near() is not allowed",
    f"{PARTNER}where (partner.max_rss > 0": "14:26 syntax error",
    f"{PARTNER}; select 1": "1:1 a policy file holds exactly one query | one file",
    (
        f"{BASE}inner join unit on candidate.jedi_task_id = unit.jedi_task_id\n"
        "and candidate.chunk_no = unit.chunk_no\n"
        "left join share_jobs on unit.gshare = share_jobs.gshare\n"
        "and candidate.queue_name = share_jobs.queue_name\n"
        "left join task_at_queue\n"
        "on candidate.jedi_task_id = task_at_queue.jedi_task_id "
        "and candidate.queue_name = task_at_queue.queue_name\n"
        "left join site_link on share_jobs.queue_name = site_link.src_site\n"
        "and task_at_queue.queue_name = site_link.dst_site"
    ): ("19:11 the key of site_link depends on facts of two keys | one fact"),
    f"{BASE};": "13:1 a policy file ends without a semicolon | remove it",
    f"{BASE}cross join 'queues.parquet'": "13:12 queues.parquet is out of reach",
    f"{BASE}cross join read_csv('queues.csv')": (
        "13:12 read_csv() is not allowed | inputs"
    ),
    f"{PARTNER}where partner.max_rss // partner.core_count > 0": (
        "14:7 // is not allowed | trunc"
    ),
    f"{PARTNER}where partner.max_rss % partner.core_count > 0": (
        "14:25 % by 0 stops the whole cycle | nullif(partner.core_count, 0)"
    ),
}


@pytest.mark.parametrize("body", CASES, ids=CASES.values())
def test_a_faulty_filter_is_named_with_line_and_column(
    body: str, tmp_path: Path
) -> None:
    place, _, text = CASES[body].partition(" ")
    message, _, hint = text.partition(" | ")
    first = findings(tmp_path, "filters/offline.sql", rule(body))[0]
    assert first.where == f"{tmp_path}/filters/offline.sql:{place}"
    assert first.message.startswith(message)
    assert hint in first.hint


#: What mixes names -> its column, and what is said of it.
MIXED = {
    "inner join part on candidate.queue_name = part.pseudo_queue": (
        *(20, "candidate.queue_name holds names of queues in CRIC, "),
        "part.pseudo_queue of pseudo queues",
    ),
    "inner join queue_lock using (queue_name)": (
        *(30, "candidate.queue_name holds names of queues in CRIC, "),
        "queue_lock.queue_name of pseudo queues",
    ),
    "inner join unit using (jedi_task_id, chunk_no)\n"
    "inner join partner on unit.nucleus = partner.queue_name": (
        *(23, "unit.nucleus holds names of nuclei, "),
        "partner.queue_name of queues in CRIC",
    ),
}


def test_a_text_that_is_read_as_another_type_may_be_compared(tmp_path: Path) -> None:
    body = (
        f"{PARTNER}cross join snapshot\nwhere snapshot.snapshot_time > '2025-01-01' and"
        " partner.status in ('online', 'test') and partner.is_cvmfs = 'true'"
    )
    assert findings(tmp_path, "filters/offline.sql", rule(body)) == []


@pytest.mark.parametrize("join", MIXED)
def test_names_of_different_things_are_not_joined(tmp_path: Path, join: str) -> None:
    part = (
        "-- title: queues and their parts\n-- grain: pseudo_queue\n"
        "select queue.queue_name || '/part' as pseudo_queue from queue\n"
    )
    policy_with(tmp_path, "facts/part.sql", part)
    (found,) = findings(tmp_path, "filters/offline.sql", rule(f"{BASE}{join}"))
    column, *message = MIXED[join]
    assert (found.line, found.column) == (12 + len(join.splitlines()), column)
    assert found.message == "".join(message)
    assert found.hint.startswith("queue_name is a queue in CRIC")


def test_a_column_is_not_renamed_to_hold_other_names(tmp_path: Path) -> None:
    fact = "-- title: nuclei\n-- grain: queue_name\n"
    fact += "select distinct unit.nucleus as queue_name\nfrom unit\n"
    policy_with(tmp_path, "facts/wrong.sql", fact)
    body = f"{BASE}inner join wrong using (queue_name)"
    (found,) = findings(tmp_path, "filters/offline.sql", rule(body))
    assert found.where == f"{tmp_path}/facts/wrong.sql:3:17"
    assert found.message == "queue_name is for names of queues in CRIC, not nuclei"


#: Header of candidate.sql -> the line and what is wrong.
HEADERS = {
    "": (2, "results have no unified_name"),
    "-- in_results: queue_name unified_name\n": (
        *(2, "in_results has queue_name unified_name"),
    ),
    "-- in_results: queue_nam as unified_name\n": (
        *(2, "in_results has queue_nam as unified_name"),
    ),
}


@pytest.mark.parametrize("header", HEADERS)
def test_candidate_says_what_results_call_its_columns(
    tmp_path: Path, header: str
) -> None:
    text = (SMALL / "candidate.sql").read_text()
    (own,) = [it for it in text.splitlines(True) if it.startswith("-- in_results")]
    policy_with(tmp_path, "candidate.sql", text.replace(own, header))
    with (tmp_path / "policy.toml").open("a") as toml:
        toml.write('candidate = "candidate.sql"\n')
    (found,) = check_policy(load_policy(str(tmp_path)))
    assert (found.line, found.message) == HEADERS[header]
    assert "as" in found.hint


def test_what_is_shown_of_pairs_has_their_key(tmp_path: Path) -> None:
    shown = "-- title: w\n-- grain: jedi_task_id\n"
    shown += "select jedi_task_id, chunk_no, rank from ranked\n"
    policy_with(tmp_path, "select/weighed.sql", shown)
    with (tmp_path / "policy.toml").open("a") as toml:
        toml.write('[[add]]\nselect = ["weighed"]\n')
    (found,) = check_policy(load_policy(str(tmp_path)))
    assert found.where == f"{tmp_path}/select/weighed.sql:1:1"
    assert found.message == "it has no column queue_name, a key of the pairs"


def test_a_file_that_writes_is_refused(tmp_path: Path) -> None:
    found = findings(tmp_path, "filters/offline.sql", f"{HEADER}drop table task")
    assert found[0].message == "a policy file only reads: it is one select"
    assert (found[0].line, found[0].column) == (10, 1)


EXEMPTS = {
    "nobody": "unknown relation nobody",
    "share_jobs": "share_jobs has no column exempt_from, a list of criteria",
    "per_share": "per_share is not one row per what is decided",
}


@pytest.mark.parametrize("name", EXEMPTS)
def test_what_a_header_exempts_lists_criteria_per_unit(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / "facts").mkdir()
    (tmp_path / "facts" / "per_share.sql").write_text(
        "-- title: shares\n-- grain: gshare\n"
        "select distinct gshare, ['-offline'] as exempt_from from task\n"
    )
    text = f"{HEADER}-- exempts: {name}\nselect\n{BASE}"
    (found,) = findings(tmp_path, "filters/offline.sql", text)
    assert (found.line, found.column, found.message) == (10, 4, EXEMPTS[name])


def test_a_relation_named_as_a_key_is_not_taken_for_the_key(tmp_path: Path) -> None:
    path = tmp_path / "filters" / "unified_parent.sql"
    path.parent.mkdir()
    (tmp_path / "policy.toml").write_text('extends = "panda_job"\n')
    text = next(
        file.text
        for file in load_policy("panda_job").filters
        if file.stem == "unified_parent"
    )
    path.write_text(text.replace("inner join pseudo_queue using (pseudo_queue)\n", ""))
    (found,) = check_policy(load_policy(str(tmp_path)))
    assert found.message == "pseudo_queue is not joined"
    assert found.hint == "join it using (pseudo_queue)"


def test_the_caret_stands_under_the_word(tmp_path: Path) -> None:
    body = f"{PARTNER}  where partner.max_rss > 0 and partner.status_ = ''"
    (found,) = findings(tmp_path, "filters/offline.sql", rule(body))
    assert found.lines()[1:] == [
        "  where partner.max_rss > 0 and partner.status_ = ''",
        "                                ^~~~~~~~~~~~~~~ did you mean partner.status?",
    ]


def test_a_fault_inside_a_pair_fact_is_shown_in_the_fact(tmp_path: Path) -> None:
    text = (SMALL / "facts" / "need.sql").read_text().replace("ram_count >", "ram >")
    found = findings(tmp_path, "facts/need.sql", text)
    assert found[0].where == f"{tmp_path}/facts/need.sql:14:7"
    assert found[0].message == "unknown column unit.ram"


def test_a_broken_fact_is_reported_once_and_not_by_those_that_read_it(
    tmp_path: Path,
) -> None:
    text = (SMALL / "facts" / "unit.sql").read_text().replace("task.gshare", "task.gs")
    (found,) = findings(tmp_path, "facts/unit.sql", text)
    assert found.where == f"{tmp_path}/facts/unit.sql:8:5"
    assert found.message.startswith('table "task" does not have a column named "gs"')


def test_a_grain_names_columns_of_the_fact(tmp_path: Path) -> None:
    text = (SMALL / "facts" / "partner.sql").read_text()
    text = text.replace("grain: queue_name", "grain: queue_nam")
    (found,) = findings(tmp_path, "facts/partner.sql", text)
    assert found.message == "the grain names queue_nam, which is no column"
    assert (found.line, found.hint) == (2, "did you mean queue_name?")


def test_facts_that_need_each_other_are_refused(tmp_path: Path) -> None:
    header = "-- title: a\n-- grain: queue_name\n"
    policy_with(tmp_path, "facts/one.sql", f"{header}select two.queue_name from two")
    two = tmp_path / "facts" / "two.sql"
    two.write_text(f"{header}select one.queue_name from one")
    body = f"{BASE}inner join one on candidate.queue_name = one.queue_name"
    found = findings(tmp_path, "filters/offline.sql", rule(body))
    assert found[0].message == "facts in a circle: one -> two -> one"


def test_two_faults_of_two_files_are_raised_together(tmp_path: Path) -> None:
    policy_with(tmp_path, "filters/busy.sql", rule(f"{BASE}where now() is null"))
    folder = policy_with(
        tmp_path, "filters/offline.sql", rule(f"{PARTNER}where partner.max_rss > 7")
    )
    with pytest.raises(PolicyFault) as caught:
        compile_policy(load_policy(str(folder)))
    assert [each.file.rsplit("/", 1)[1] for each in caught.value.findings] == [
        "offline.sql",
        "busy.sql",
    ]
    assert caught.value.exit_code == 4
    assert caught.value.lines()[0] == f"policy {tmp_path.name} has 2 faults"


def test_a_mask_holds_63_rules_and_not_one_more(tmp_path: Path) -> None:
    text = rule(f"{PARTNER}where partner.max_rss > 0")
    for number in range(62):
        policy_with(tmp_path, f"filters/rule_{number}.sql", text)
    stems = [f"rule_{number}" for number in range(62)]

    def with_stems(names: list[str]) -> Path:
        listed = str(names).replace("'", '"')
        path = tmp_path / "policy.toml"
        path.write_text(
            f'extends = "{SMALL}"\ndrop = ["filters"]\nfilters = {listed}\n'
        )
        return tmp_path

    program = compile_policy(load_policy(str(with_stems(stems))))
    bits = sorted(each.bit for each in program.criteria if each.bit is not None)
    assert bits == list(range(63))  # 62 filters and the set rule
    (tmp_path / "filters" / "rule_62.sql").write_text(text)
    (found,) = check_policy(load_policy(str(with_stems([*stems, "rule_62"]))))
    assert found.message == "filter 64 of the policy: a mask has 63 bits"
    assert found.hint == "merge two filters, or drop one"


def test_a_policy_without_filters_decides_nothing(tmp_path: Path) -> None:
    toml = f'extends = "{SMALL}"\ndrop = ["filters", "set_rules"]\n'
    (tmp_path / "policy.toml").write_text(toml)
    (found,) = check_policy(load_policy(str(tmp_path)))
    assert found.message.startswith("the policy has no filters")


@pytest.mark.parametrize(
    ("aggregate", "wrong"),
    [
        ("sum(job_stats.n_jobs)", None),
        ("sum(job_stats.hs06)", "sum"),
        ("sum(job_stats.n_jobs * 60::double)", "sum"),
        ("sum(job_stats.hs06) filter (where job_stats.n_jobs > 0)", "sum"),
        ("sum(job_stats.hs06 order by job_stats.hs06)", None),
        ("fsum(job_stats.n_jobs)", "fsum"),
        ("fsum(job_stats.hs06 order by job_stats.hs06)", None),
        ("avg(job_stats.n_jobs)", "avg"),
        ("max(job_stats.hs06)", None),
        ("len(list(job_stats.vo))", "list"),
        ("len(array_agg(job_stats.vo))", "list"),
        ("len(list_sort(list(distinct job_stats.vo)))", None),
        ("len(list(job_stats.vo order by job_stats.vo))", None),
        ("len(string_agg(job_stats.vo, ','))", "string_agg"),
        ("len(string_agg(job_stats.vo, ',' order by job_stats.vo))", None),
        ("len(first(job_stats.vo))", "first"),
        ("sum(sum(job_stats.n_jobs)) over (partition by job_stats.gshare)", None),
        ("sum(max(job_stats.hs06)) over (partition by job_stats.gshare)", "sum"),
        (
            "sum(max(job_stats.hs06)) over (order by job_stats.queue_name "
            "rows between unbounded preceding and unbounded following)",
            None,
        ),
        ("sum(max(job_stats.hs06)) over spans", None),
        ("sum (job_stats.hs06::double)", "sum"),
        ('"sum"(job_stats.hs06::double)', "sum"),
        (
            "sum(job_stats.hs06 * (select max(a order by a) from (select 1 as a)))",
            "sum",
        ),
        *(
            (f"{name}(job_stats.hs06)", name)
            for name in ("mean", "stddev", "var_pop", "skewness", "kurtosis", "sem")
        ),
        ("corr(job_stats.hs06, job_stats.hs06)", "corr"),
        ("regr_slope(job_stats.hs06, job_stats.hs06)", "regr_slope"),
        ("weighted_avg(job_stats.hs06, job_stats.hs06)", "weighted_avg"),
        ("stddev(job_stats.hs06 order by job_stats.hs06)", None),
        ("regr_count(job_stats.hs06, job_stats.hs06)", None),
        ("arbitrary(job_stats.hs06)", "arbitrary"),
    ],
)
def test_what_threads_add_in_any_order_is_refused(
    aggregate: str, wrong: str | None, tmp_path: Path
) -> None:
    text = (
        "-- title: jobs of a share at a queue\n-- grain: gshare, queue_name\n"
        "select job_stats.gshare, job_stats.queue_name,\n"
        f"{aggregate}::double as n_jobs\nfrom job_stats\n"
        "group by job_stats.gshare, job_stats.queue_name\n"
        "window spans as (order by job_stats.queue_name)\n"
    )
    found = findings(tmp_path, "facts/share_jobs.sql", text)
    messages = [f"{each.line}: {each.message}" for each in found]
    threads = "has no order: its value would differ between threads"
    assert messages == ([] if wrong is None else [f"4: {wrong}() {threads}"])
