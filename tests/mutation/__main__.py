"""Change one rule, parameter or order at a time, and ask whether a test notices.

What survives is a case that is missing; or nobody can see the change, then it belongs
into equivalents.tsv with the reason.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from brokersql.policy import shipped_policies
from tests.mutation.judge import (
    EQUIVALENT,
    INVALID,
    KILLED,
    ROOT,
    SURVIVED,
    ChangedTree,
    Verdict,
)
from tests.mutation.mutants import Mutant, drawn, shares, strata


def main(words: Sequence[str] | None = None) -> int:
    """Judge a sample of mutants; return 1 where a test fails without any change."""
    asked = _asked(words)
    files = strata(ROOT, asked.policy)
    if asked.stratum:
        files = {asked.stratum: files[asked.stratum]}
    sample = drawn(ROOT, files, shares(files, asked.count), asked.seed)
    verdicts: dict[Mutant, Verdict] = {}
    with TemporaryDirectory(prefix="mutants-") as folder:
        tree = ChangedTree(Path(folder))
        for mutant in sample:
            begun = perf_counter()
            verdict = verdicts[mutant] = tree.verdict(mutant)
            seconds = f"{perf_counter() - begun:.0f} s"
            known = (verdict.outcome, mutant.stratum, mutant.place, mutant.change)
            print(*known, verdict.by, seconds, sep="  ", flush=True)
        print(summary(verdicts))
        killing = {each.by for each in verdicts.values() if each.outcome == KILLED}
        return _failing_anyway(tree, sorted(each for each in killing if "::" in each))


def _asked(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    add = parser.add_argument
    add("--count", type=int, default=128, help="how many mutants, of all strata")
    add("--seed", type=int, default=1, help="another number draws other mutants")
    add("--policy", choices=shipped_policies(), help="only files of this policy")
    add("--stratum", choices=[*strata(ROOT)], help="only this kind of file")
    return parser.parse_args(words)


def _failing_anyway(tree: ChangedTree, tests: Sequence[str]) -> int:
    """Run the tests that noticed something once more, without any change."""
    done = tree.run(tests) if tests else None
    if done is None or done.returncode == 0:
        return 0
    print(f"fail without any change:\n{done.stdout}", file=sys.stderr)
    return 1


def summary(verdicts: Mapping[Mutant, Verdict]) -> str:
    """Return the score of each stratum and of all, then the survivors."""
    found = Counter((each.stratum, it.outcome) for each, it in verdicts.items())
    outcomes = (KILLED, SURVIVED, INVALID, EQUIVALENT)
    names = dict.fromkeys(each.stratum for each in verdicts)
    rows = {name: [found[name, each] for each in outcomes] for name in names}
    rows["all"] = [sum(column) for column in zip(*rows.values(), strict=True)]
    lines = ["", "stratum\tkilled\tof\tinvalid\tequivalent"]
    for name, (killed, survived, invalid, equivalent) in rows.items():
        counts = (killed, killed + survived, invalid, equivalent)
        lines.append("\t".join((name, *map(str, counts))))
    killed, survived = rows["all"][:2]
    if killed + survived:
        lines.append(f"score {killed / (killed + survived):.1%}")
    left = [mutant for mutant, it in verdicts.items() if it.outcome == SURVIVED]
    return "\n".join((*lines, *(f"survived: {m.place} {m.change}" for m in left)))


if __name__ == "__main__":
    sys.exit(main())
