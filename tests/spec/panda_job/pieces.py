"""Input of many files, in datasets of which endpoints hold some."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

#: Datasets by name: how many bytes they have together, in how many files.
Parts = Mapping[str, tuple[int, int]]


def pieces(
    tasks: Mapping[int, Parts], held: Mapping[str, Iterable[str]]
) -> dict[str, str]:
    """Draw the datasets of tasks, the first one is the master, and whole copies."""
    inputs = [
        (task, n, name)
        for task, parts in tasks.items()
        for n, name in enumerate(parts, start=1)
    ]
    numbers = {name: n for each in tasks.values() for name, (_, n) in each.items()}
    names = ["jedi_task_id | dataset_id | dataset_name | master_id"]
    names += [
        f"{task} | {n} | {name} | {'' if n == 1 else 1}" for task, n, name in inputs
    ]
    files = ["jedi_task_id | dataset_id | file_id | lfn | fsize"]
    for task, n, name in inputs:
        size, number = tasks[task][name]
        sizes = [size - size // number * (number - 1), *[size // number] * (number - 1)]
        files += [
            f"{task} | {n} | {n * 1000 + at} | {name}.{at} | {each}"
            for at, each in enumerate(sizes)
        ]
    copies = ["dataset_name | ddm_endpoint_name | n_files_total | n_files_found"]
    copies += [
        f"{name} | {endpoint} | {numbers[name]} | {numbers[name]}"
        for endpoint, kept in held.items()
        for name in kept
    ]
    datasets = [f"{name} | {number}" for name, number in numbers.items()]
    return {
        "task_dataset": "\n".join(names),
        "task_file": "\n".join(files),
        "dataset": "\n".join(["dataset_name | n_files", *datasets]),
        "dataset_replica": "\n".join(copies),
    }
