"""What is malformed in the requirements of a task is told with it; others go on."""

from __future__ import annotations

from tests.spec.check import Spec, both

FACT = "task_remark"
NOT_RE2 = "is no regular expression of RE2: it matches nothing"
FOO = "GPU piece foo is unknown: ignored"
TOLD = {
    2: [FOO],
    3: [FOO],
    5: [f'platform "(x86_64-el9" {NOT_RE2}', f'arch "a[rm" {NOT_RE2}'],
}


def test_what_is_told(spec: Spec) -> None:
    """Once per task and fault; of tasks that the check does not ask, nothing. V23: the
    page asks task 4 for its GPU, the running system only tasks with transHome."""
    said = {(task, told): told for task, remarks in TOLD.items() for told in remarks}
    spec.check_fact(
        FACT,
        "remark",
        task="""
            jedi_task_id | trans_home     | architecture
            1            | Athena-21.0.38 | x86_64-el9-gcc13-opt
            2            | Athena-21.0.38 | x86_64-el9#x86_64&nvidia:vram>=1:foo
            3            | Athena-21.0.38 | x86_64-el9#x86_64&nvidia:vram>=1:foo
            4            |                | x86_64-el9#x86_64&nvidia:foo
            5            | Athena-21.0.38 | (x86_64-el9#a[rm
        """,
        expected=both(page={**said, (4, FOO): FOO}, asrun=said),
    )
