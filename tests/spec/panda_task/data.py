"""Input data at nuclei, as the tests about it draw it."""

from __future__ import annotations

GB = 1024**3


def datasets(**sizes: tuple[int, int | None]) -> str:
    """Draw datasets with their files and bytes."""
    rows = [
        f"{name} | {n_files} | {'' if n_bytes is None else n_bytes}"
        for name, (n_files, n_bytes) in sizes.items()
    ]
    return "\n".join(["dataset_name | n_files | n_bytes", *rows])


def held(*copies: tuple[str, str, int, int]) -> str:
    """Draw what endpoints hold, DATADISK of a nucleus: dataset, files and bytes."""
    rows = [
        f"{name} | {at if '_' in at else f'{at}_DATADISK'} | {n_files} | {n_bytes}"
        for name, at, n_files, n_bytes in copies
    ]
    header = "dataset_name | ddm_endpoint_name | n_files_found | bytes_found"
    return "\n".join([header, *rows])


def lacks(total: int, found: int, asked: str = "10.0") -> str:
    """Return what is told of a nucleus that holds too few bytes."""
    return f"holds {found / GB:.1f} of {total / GB:.1f} GB, {asked} % asked"
