"""-full_chain: fullChain only and require ask for nuclei that accept full chains."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_the_modes_of_full_chain(spec: Spec) -> None:
    """Only: bareNucleus=only; require: that or bareNucleus=allow; capable: any.

    D14: an only task takes an allow nucleus in the running system. Satellites that
    accept full chains are asked like nuclei.
    """
    lacking = {
        (task, queue): f"fullChain={mode}, bareNucleus={bare}"
        for task, mode in ((2, "only"), (3, "require"))
        for queue, bare in (("A", "none"), ("D", "never"))
    }
    allowing = {(2, name): "fullChain=only, bareNucleus=allow" for name in "CE"}
    spec.check(
        queue="""
            queue_name | catchall          | role
            A          |                   | nucleus
            B          | bareNucleus=only  | nucleus
            C          | bareNucleus=allow | nucleus
            D          | bareNucleus=never | nucleus
            E          | bareNucleus=allow | satellite
            F          | bareNucleus=only  | satellite
        """,
        task="jedi_task_id: 1 | 2 | 3 | 4, split_rule: | FU=1 | FU=2 | FU=3",
        expected=both(page={**lacking, **allowing}, asrun=lacking),
    )
