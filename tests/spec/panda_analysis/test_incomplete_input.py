"""-incomplete_input: some input dataset is complete nowhere online."""

from __future__ import annotations

from tests.spec.check import Spec


def test_what_counts_as_complete(spec: Spec) -> None:
    """Ten missing files, or 90 % of the files; distributed ones and AI pass.
    Distributed needs a copy somewhere, also for names with a slash (V81)."""
    spec.check(
        task="""
            jedi_task_id | split_rule | dataset_name
            1            |            | ten
            2            |            | eleven
            3            |            | ninety
            4            | AI=1       | eleven
            5            |            | spread
            6            |            | nowhere
            7            |            | gone
            8            |            | gone/
            9            |            | box/
        """,
        dataset="dataset_name: spread | gone, is_distributed: true",
        dataset_replica="""
            dataset_name | n_files_total | n_files_found
            ten          | 20            | 10
            eleven       | 20            | 9
            ninety       | 200           | 180
            spread       | 20            | 1
            nowhere      | 20            |
            box/         | 20            | 1
        """,
        expected={
            2: "eleven is incomplete at online storage",
            6: "nowhere is incomplete at online storage",
            7: "gone is incomplete at online storage",
            8: "gone/ is incomplete at online storage",
        },
    )
