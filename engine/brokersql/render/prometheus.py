"""Numbers in the text format that Prometheus reads from a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

#: How a value of a label writes the signs that would end it.
_ESCAPED = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n"})


def gauge(
    name: str, meaning: str, samples: Iterable[tuple[Mapping[str, str], float]]
) -> str:
    r"""Return a metric with a line for each of its samples: labels and a whole number.

    >>> print(gauge("up", "whether it runs", [({"source": 'a "b"'}, 1)]), end="")
    # HELP up whether it runs
    # TYPE up gauge
    up{source="a \"b\""} 1
    """
    lines = [f"# HELP {name} {meaning}", f"# TYPE {name} gauge"]
    for labels, number in samples:
        pairs = [f'{key}="{text.translate(_ESCAPED)}"' for key, text in labels.items()]
        listed = f"{{{','.join(pairs)}}}" if pairs else ""
        lines.append(f"{name}{listed} {number:.0f}")
    return "\n".join([*lines, ""])
