"""Input data at nuclei, as the tests about it draw it."""

from __future__ import annotations

from collections.abc import Mapping

GB = 1024**3


def nuclei(*names: str) -> str:
    """Draw nuclei."""
    return "\n".join(["queue_name", *names])


def tasks(*each: Mapping[str, str]) -> str:
    """Draw tasks 1, 2 …, each with the columns in which it differs from the usual."""
    usual = {"io_intensity": "100", "task_priority": "500", "current_priority": "500"}
    names = dict.fromkeys([*usual, *(name for row in each for name in row)])
    rows = [
        " | ".join([str(number), *({**usual, **row}.get(name, "") for name in names)])
        for number, row in enumerate(each, start=1)
    ]
    return "\n".join([" | ".join(["jedi_task_id", *names]), *rows])


def datasets(**sizes: tuple[int, int | None]) -> str:
    """Draw datasets with their files and bytes."""
    rows = [
        f"{name} | {n_files} | {'' if n_bytes is None else n_bytes}"
        for name, (n_files, n_bytes) in sizes.items()
    ]
    return "\n".join(["dataset_name | n_files | n_bytes", *rows])


def held(*copies: tuple[str, str, int, int]) -> str:
    """Draw what nuclei hold on disk: dataset, nucleus, files and bytes found."""
    rows = [
        f"{name} | {nucleus}_DATADISK | {n_files} | {n_bytes}"
        for name, nucleus, n_files, n_bytes in copies
    ]
    header = "dataset_name | ddm_endpoint_name | n_files_found | bytes_found"
    return "\n".join([header, *rows])


def lacks(total: int, found: int, asked: str = "10.0") -> str:
    """Return what is told of a nucleus that holds too few bytes."""
    return f"holds {found / GB:.1f} of {total / GB:.1f} GB, {asked} % asked"
