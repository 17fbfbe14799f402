"""The state of a snapshot as text, rows and JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import pyarrow as pa

from brokersql.render.documents import plain
from brokersql.render.formats import listing
from brokersql.render.numbers import count, span
from brokersql.render.table import Cell, Display, TableColumn, lay_out
from brokersql.render.text import plural, printable
from brokersql.snapshot.doctor import Diagnosis

_MEANINGS = {
    **{"missing": "dim", "empty": "dim", "stale": "wait", "estimated": "wait"},
    **{
        "invented": "wait",
        "there": "good",
        "yes": "good",
        "partly": "wait",
        "no": "bad",
    },
}


@dataclass(frozen=True, slots=True)
class ShownDiagnosis:
    """A diagnosis for a reader and for programs."""

    found: Diagnosis

    def rows(self) -> pa.Table:
        """Return one row per table."""
        columns = "table n_rows:int state source age_s:int estimated_columns findings"
        rows = [
            (
                *(it.table, it.n_rows, it.state, it.source, it.age_s),
                *(", ".join(it.estimated_columns), "; ".join(it.findings)),
            )
            for it in self.found.tables
        ]
        return listing(columns, rows)

    def lines(self, look: Display) -> list[str]:
        """Return tables and questions; missing tables in one line unless verbose."""
        shown = [
            it for it in self.found.tables if it.state != "missing" or look.verbose
        ]
        columns = [
            *(
                TableColumn("table"),
                TableColumn("rows", right=True),
                TableColumn("state"),
            ),
            *(TableColumn("age", right=True), TableColumn("source")),
            TableColumn("remarks", cut="end"),
        ]
        whole = Display(look.colour, look.width)
        rows = [
            [
                *(it.table, count(it.n_rows), Cell(it.state, _MEANINGS[it.state])),
                "" if it.age_s is None else span(it.age_s),
                printable(it.source or ""),
                _remarks(it.estimated_columns, it.findings),
            ]
            for it in shown
        ]
        out = lay_out(columns, rows, whole) if rows else []
        missing = [it.table for it in self.found.tables if it.state == "missing"]
        if missing and not look.verbose:
            out.append(f"missing: {', '.join(missing)}")
        return [*out, "", *self._questions(whole)]

    def _questions(self, look: Display) -> list[str]:
        columns = [
            *(TableColumn("can be asked"), TableColumn("question")),
            TableColumn("because", cut="end"),
        ]
        rows = [
            [
                Cell(it.verdict, _MEANINGS[it.verdict]),
                it.question.text,
                f"needs {', '.join(it.lacking)}"
                if it.lacking
                else ", ".join(it.doubtful),
            ]
            for it in self.found.answers
        ]
        return lay_out(columns, rows, look)

    @plain("snapshot.doctor")
    def document(self) -> dict[str, object]:
        """Return the same as an object for JSON."""
        return {
            "source": self.found.where,
            "tables": [asdict(it) for it in self.found.tables],
            "questions": [
                {
                    "question": it.question.text,
                    "command": it.question.command,
                    "answer": it.verdict,
                    "lacking": list(it.lacking),
                    "doubtful": list(it.doubtful),
                }
                for it in self.found.answers
            ],
        }


def _remarks(estimated: tuple[str, ...], findings: tuple[str, ...]) -> str:
    parts = [f"estimated: {', '.join(estimated)}"] if estimated else []
    if findings:
        more = f", and {plural(len(findings) - 1, 'more remark')}"
        parts.append(printable(findings[0]) + (more if len(findings) > 1 else ""))
    return "; ".join(parts)
