"""The page of the software and hardware check, made from the files of its cases."""

from __future__ import annotations

import re
from collections.abc import Iterator

from brokersql.core.sql_files import sql_root
from brokersql.policy.model import parse_header
from docs.differences import row, table

_ABOUT = """\
# The software and hardware check, case by case

The checks `-cache` (shown as *SW/HW check*) and `-regexpcmtconfig` compare what a task
asks for with what a queue in CRIC publishes.

- **The task asks** by `trans_home` for a release (a cache or a nightly, too), by
  `container_name` for a container, and by `architecture` for a platform, a base
  platform (`@`), CPUs (`#`) and GPUs (`&`), as a text or as a JSON object. What several
  tasks ask alike is decided once.
- **The queue publishes** `releases`; where that says AUTO, a description in JSON with
  the keys `cmtconfigs`, `containers`, `cvmfs`, `architectures` and `tags`; and the GPUs
  of its worker nodes.

Cases are read from the top, and **the first that holds decides**. *Then* is the
outcome, with the name that `test` has in the relation `software_decision`; *detail* is
what the reason of a refused pair says, values of the task and of the queue in italics.
A case holds in both profiles, `page` and `asrun`, unless the last column says
otherwise.

A queue that is accepted by its description is still refused by `-regexpcmtconfig` where
the platform of the task is a pattern that matches none of `cmtconfigs`. A task that
names neither a release nor hardware is not checked; nor is one of analysis whose
pre-assignment to one queue lifts `-cache` (the parameter `preassign_single_exempts`).

To see the cases that a cycle met:

```sh
brokersql sql out "from software_decision select test, count(*) group by all"
```

Made by `make docs` from the SQL files that it names; change those, not this page. The
parameters of the profiles are in [differences.md](differences.md); `panda_job_legacy`
does not look at hardware (`hardware_check`).
"""
#: Title and file, in the order of reading.
_TABLES = (
    ("All cases", "software_decision"),
    ("CPUs: each alternative that the task names", "software_cpu_match"),
    ("GPUs: each requirement of the task", "software_gpu_match"),
)
_AFTER = {
    "software_cpu_match": """\
One alternative that fits is enough. Where none does, the last says why; one that cannot
be tested refuses at once. `any` in a list of the queue fits all, `*` of the task asks
nothing.
""",
    "software_gpu_match": """\
All requirements have to be fulfilled; the first that is not says why. They are tested
in the order vendor, model, vram, microarchitecture, version (CUDA), driver_version. For
vendor, model and microarchitecture one worker node is enough; vram and the versions
must hold at all of them.
""",
}
_CASES = re.compile(r"-- fmt: off\n +case\n(.*?) +-- fmt: on", re.S)
_OUTCOME = re.compile(
    r"""(?P<verb>accepted|refused)\(\s*'(?P<test>\w+)'(?P<more>\ \|\|\ attribute)?
    (?:,\s*(?:format\(\s*)?'(?P<detail>[^']+)'(?P<values>.*))?""",
    re.X | re.S,
)
#: A name that is no call of a function.
_NAME = re.compile(r"\b[a-z_]+\b(?!\()")


def software_page() -> str:
    """Return the page: a table of cases per file, and where the profiles differ."""
    lines = [_ABOUT]
    for title, name in _TABLES:
        file = f"facts/{name}.sql"
        lines += [f"## {title}", "", f"From [{file}](../sql/{file}).", ""]
        lines += [*table(*_rows((sql_root() / file).read_text(encoding="utf-8"))), ""]
        lines += [_AFTER[name]] if name in _AFTER else []
    lines += ["## What differs before a case is reached", "", *_differences()]
    return "\n".join(lines).rstrip() + "\n"


def _rows(text: str) -> tuple[tuple[str, ...], list[str]]:
    """Return the names of the columns of a table of cases, and its rows."""
    found = _CASES.search(text)
    assert found is not None
    head, *cases = re.split(r"^ +-- ", found[1], flags=re.M)[1:]
    asked, offered, profiles = head.strip().split(" | ")
    names = ("", asked, offered, "then", "detail", profiles)
    return names, [row(str(no), *_cells(each)) for no, each in enumerate(cases, 1)]


def _cells(case: str) -> Iterator[str]:
    """Yield what a case says: its comment, its outcome, its detail, the profiles."""
    comment, _, condition = case.partition("\n")
    asked, offered, *profiles = comment.split(" | ")
    yield from (asked, offered)
    found = _OUTCOME.search(condition)
    if found is None:
        yield from ("see below", "")
    else:
        more = "*attribute*" if found["more"] else ""
        yield f"{found['verb']}: `{found['test']}`{more}"
        values = _values(found["values"] or "")
        yield re.sub(r"\{\}", lambda _: next(values), found["detail"] or "")
    yield "".join(profiles)


def _values(arguments: str) -> Iterator[str]:
    """Yield what stands for each argument of a format: a name, or … if it depends."""
    depth, value = 0, ""
    for char in arguments.lstrip(","):
        depth += (char == "(") - (char == ")")
        if depth < 0 or (depth == 0 and char == ","):
            found = _NAME.search(value)
            yield "…" if "case" in value else f"*{found[0] if found else '…'}*"
            value = ""
        else:
            value += char


def _differences() -> Iterator[str]:
    """Yield the differences that the headers of the files of the check name."""
    for file in sorted(sql_root().glob("**/facts/software_*.sql")):
        shown = file.relative_to(sql_root()).as_posix()
        for said in parse_header(file.read_text(encoding="utf-8")).all("differs"):
            yield f"- [{shown}](../sql/{shown}): {said}."
