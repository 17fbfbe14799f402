"""`policy check` and `policy lint`: errors of policies, and what could be better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

import pyarrow as pa

from brokersql.compiler import check_policy
from brokersql.core.database import Database
from brokersql.core.errors import UsageError
from brokersql.core.sql_files import sql_text
from brokersql.policy import Finding, Policy, load_policy, read_policy
from brokersql.policy.load import read_chain
from brokersql.policy.policy_toml import TomlTable
from brokersql.render.formats import listing
from brokersql.render.table import Display
from brokersql.render.text import plural, printable
from brokersql.results.policy_show import readers
from brokersql.results.run_record import open_run


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check of some policies found; findings by file, line and column."""

    policies: tuple[str, ...]
    n_files: int
    findings: tuple[Finding, ...]

    def lines(self, look: Display) -> list[str]:
        """Return the findings for a reader, each of one to three lines."""
        if not self.findings:
            names = ", ".join(printable(name) for name in self.policies)
            return [f"No faults in {plural(self.n_files, 'file')} of {names}."]
        return [line for each in self.findings for line in finding_lines(each, look)]

    def rows(self) -> pa.Table:
        """Return one row per finding."""
        rows = [
            (each.file, each.line, each.column, each.message, each.hint, each.source)
            for each in self.findings
        ]
        return listing("file line:int column:int message hint source", rows)

    def sentence(self) -> str:
        """Return how many faults there are in how many files."""
        files = plural(self.n_files, "file")
        return f"{plural(len(self.findings), 'fault')} in {files}"


def finding_lines(finding: Finding, look: Display) -> list[str]:
    """Return a finding for a reader: place and message, the line, a caret."""
    head, *rest = (printable(line) for line in finding.lines())
    place = printable(finding.where)
    return [look.paint("bold", place) + head.removeprefix(place), *rest]


def check_all(names: Sequence[str]) -> Checked:
    """Return all that is wrong with these policies, folders or shipped names.

    Raises:
        UsageError: there is no such policy.
    """
    found: set[Finding] = set()
    files: set[str] = set()
    for name in names:
        policy, findings = read_policy(name)
        found.update(findings)
        if policy is not None:
            files.update(file.shown for file in policy.files)
        if policy is not None and not findings:
            found.update(check_policy(policy))
    ordered = sorted(found, key=lambda it: (it.file, it.line, it.column, it.message))
    return Checked(tuple(names), len(files), tuple(ordered))


_TABLES = ("verdict", "weighed", "result", "action", "match", "criterion")


@dataclass(frozen=True, slots=True)
class Remark:
    """One remark: its kind, and the place in a file that it is about."""

    kind: str
    finding: Finding


@dataclass(frozen=True, slots=True)
class Linted:
    """The remarks about a policy."""

    policy: str
    remarks: tuple[Remark, ...]

    def lines(self, look: Display) -> list[str]:
        """Return the remarks, each with its source line."""
        if not self.remarks:
            return [f"Nothing to remark about {self.policy}."]
        return [
            line for each in self.remarks for line in finding_lines(each.finding, look)
        ]

    def rows(self) -> pa.Table:
        """Return one row per remark."""
        rows = [
            (it.kind, found.file, found.line, found.column, found.message, found.hint)
            for it in self.remarks
            for found in [it.finding]
        ]
        return listing("kind file line:int column:int message hint", rows)

    def sentence(self) -> str:
        """Return how many remarks there are."""
        return f"{plural(len(self.remarks), 'remark')} about {self.policy}"


def lint_policy(name: str, runs: Sequence[str] = ()) -> Linted:
    """Return what could be better about a policy, and in what its rules did in runs.

    Raises:
        UsageError: there is no such policy, or a run did not use it.
        SnapshotError: a folder is no run.
        PolicyFault: the policy is not sound.
    """
    from brokersql.compiler.lineage import advice

    policy = load_policy(name)
    remarks = [Remark(kind, found) for kind, found in advice(policy)]
    remarks += _unread(policy, read_chain(name)[0].toml.table("parameters"))
    if runs:
        remarks += _fired(policy, runs)
    return Linted(policy.name, tuple(remarks))


def _unread(policy: Policy, own: TomlTable) -> Iterator[Remark]:
    """Yield the parameters of a policy's own that none of its files reads."""
    for parameter in policy.parameters:
        if parameter.name in own.values and not readers(policy, parameter):
            hint = "remove it, unless the engine itself reads it"
            message = f"no SQL file reads the parameter {parameter.name}"
            found = own.finding(parameter.name, message, hint)
            yield Remark("unread-parameter", found)


def _fired(policy: Policy, runs: Sequence[str]) -> Iterator[Remark]:
    """Yield the rules that never failed, or never alone, in any of the runs."""
    with closing(Database.open()) as database:
        database.run(sql_text("result", "absent"))
        for table in _TABLES:
            files = [open_run(run).file(table) for run in runs]
            absent, there = (
                f"absent_{table}",
                [each for each in files if each.is_file()],
            )
            if there:
                database.create_file_view(table, there, absent)
            else:
                database.create_view(table, f"from {absent}")
        database.create_table_as("rules", "select distinct * from criterion")
        database.create_view("criterion", "from rules")
        database.create_view("reported", sql_text("lint", "reported"))
        found = database.table(sql_text("lint", "fired")).to_pylist()
    own = [row for row in found if row["policy"] == policy.name]
    if not own:
        raise UsageError(
            f"no such run used policy {policy.name}",
            hint="brokersql run SNAPSHOT --policy … --out DIR",
        )
    for row in own:
        yield from _remark(policy, row)


def _remark(policy: Policy, row: dict[str, object]) -> Iterator[Remark]:
    """Yield what is to be said of one rule, if anything."""
    named = {file.shown: file for file in policy.rules}
    file = named.get(str(row["file"]))
    if file is None or file.stage == "exemptions":  # these leave no trace
        return
    n_fails = int(str(row["n_fails"]))
    if not n_fails:
        yield Remark("never-fires", file.at_key("criterion", "it never fired"))
    elif row["is_mask"] and row["n_alone"] == 0:
        pairs = plural(n_fails, "pair")
        if row["shadows"]:
            message = f"each of its {pairs} is rejected by {row['shadows']} too"
            yield Remark("shadowed", file.at_key("criterion", message))
        else:
            message = f"for none of its {pairs} it was the only one that rejects"
            yield Remark("never-alone", file.at_key("criterion", message))
