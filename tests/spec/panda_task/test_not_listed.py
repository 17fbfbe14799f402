"""-not_candidate: satellites are in the list for tasks of full chains only."""

from __future__ import annotations

from tests.spec.check import Spec


def test_bare_satellites(spec: Spec) -> None:
    """Spec 2.3: they take every mode of full chains, and nothing else.

    A is a nucleus and D a satellite that declares nothing: neither is asked here, D is
    no candidate at all.
    """
    said = "a satellite, and the task is not of a full chain"
    spec.check(
        queue="""
            queue_name | role      | catchall
            A          | nucleus   | bareNucleus=only
            B          | satellite | bareNucleus=only
            C          | satellite | bareNucleus=allow
            D          | satellite |
            E          | satellite | bareNucleus=never
        """,
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5, split_rule: | TW=1 | FU=1 | FU=2 | FU=3",
        expected={(task, name): said for task in (1, 2) for name in "BC"},
    )
