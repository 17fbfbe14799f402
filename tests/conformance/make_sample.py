"""Makes the sample: what the plain-Python references decide on small worlds.

    python -m tests.conformance.make_sample [--worlds]

Its files have the form of the recordings, so the same adapters read them, also in a
clone without recordings. No decision in it comes from the product. With --worlds the
worlds of PanDA are sought anew too, which takes minutes; else their decisions alone.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from tests.conformance import sample_checks, sample_dirac, sample_panda
from tests.conformance.recorded import SAMPLE, lines


def sample(*, anew: bool = False) -> Mapping[str, str]:
    """Return the text of each file of the sample."""
    found = {
        f"checks/{name}.jsonl": lines(rows) for name, rows in sample_checks.checks()
    }
    for scenario in sample_dirac.scenarios():
        found[f"dirac/{scenario['name']}.json"] = lines([scenario])
    for case, (make, decide) in sample_panda.CASES.items():
        if anew:
            rows = sample_panda.blanked(sample_panda.grown(make, decide), decide)
        else:
            rows = sample_panda.kept_rows(SAMPLE / "panda" / case)
        for name, text in sample_panda.files(rows, decide).items():
            found[f"panda/{case}/{name}"] = text
    return found


def present() -> Mapping[str, str]:
    """Return the text of each file that is there."""
    files = [file for file in SAMPLE.rglob("*.json*") if file.is_file()]
    return {
        file.relative_to(SAMPLE).as_posix(): file.read_text(encoding="utf-8")
        for file in files
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--worlds", action="store_true")
    made = sample(anew=parser.parse_args().worlds)
    for name in present().keys() - made.keys():
        (SAMPLE / name).unlink()
    for name, text in made.items():
        (SAMPLE / name).parent.mkdir(parents=True, exist_ok=True)
        (SAMPLE / name).write_text(text, encoding="utf-8")
