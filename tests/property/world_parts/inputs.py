"""Datasets, files and replicas of a random world, and those of analysis with VP."""

from __future__ import annotations

from tests.property.world_parts.dice import Dice, Row, Tables, ago
from tests.typed_rows import cells

GIB = 1024**3
INPUT_TABLES = (
    *("task_dataset", "task_file", "dataset", "dataset_content", "dataset_replica"),
    "file_replica",
)


def add_input(
    dice: Dice,
    tables: Tables,
    task: Row,
    chunk_no: int,
    merging: bool,
    queues: list[Row],
    endpoints: list[Row],
) -> None:
    """Add the datasets of a chunk with files and replicas.

    The second chunk of some tasks reads the secondary dataset of the first, too.
    """
    number, first = task["jedi_task_id"], 10 * chunk_no
    kinds = ["trn_output" if merging else dice.pick("data", "input", "pseudo_input")]
    kinds += ["input"] * dice.pick("data", dice.choice((0, 0, 1)), 1, 2)
    if dice.chance(8):
        return
    for place, kind in enumerate(kinds):
        name = f"data.{number}.{first + place}"
        if place and dice.chance(20):
            name = "ddo.000001.Atlas.Ideal.DBRelease.v240001"
        dataset: Row = {
            "jedi_task_id": number,
            "dataset_id": first + place,
            "dataset_name": name,
            "type": kind,
            "master_id": first if place else None,
            "attributes": dice.choice((None, "repeat,manytime", "nosplit")),
            **dataset_state(dice, queues, merging and not place),
        }
        tables["task_dataset"].append(dataset)
        files = make_files(dice, dataset, chunk_no)
        tables["task_file"] += files
        if kind != "pseudo_input":
            add_replicas(dice, tables, name, files, endpoints)
    if chunk_no and int(str(number)) % 2:
        shared = {"jedi_task_id": number, "dataset_id": 1}.items()
        tables["task_file"] += [
            {**row, "chunk_no": chunk_no}
            for row in tables["task_file"]
            if shared <= row.items()
        ]


def dataset_state(dice: Dice, queues: list[Row], is_merge_master: bool) -> Row:
    """Return counters, times and the queue a merge chunk is bound to."""
    bound = dice.pick("merging", None, dice.choice(queues)["queue_name"], "UNKNOWN")
    created = ago(hours=30)
    modified = (created, ago(hours=24), ago(hours=24, seconds=1), None)
    return {
        "queue_name": bound if is_merge_master else None,
        "n_files": dice.pick("scout", 10, 20, None),
        "n_files_to_be_used": dice.pick("scout", 10, 9, 20, None),
        "creation_time": created,
        "modification_time": dice.choice(modified),
    }


def make_files(dice: Dice, dataset: Row, chunk_no: int) -> list[Row]:
    """Return one to four files of a dataset; sizes add up to whole GiB."""
    size = dice.pick("files", GIB, 5 * GIB, 10 * GIB, 11 * GIB, None, 0, 10 * GIB)
    if dataset["type"] == "pseudo_input":
        size = 0
    return [
        {
            "jedi_task_id": dataset["jedi_task_id"],
            "dataset_id": dataset["dataset_id"],
            "file_id": place,
            "chunk_no": chunk_no,
            "file_order": place,
            "lfn": f"{dataset['dataset_name']}.{place}",
            "scope": "mc",
            "fsize": size,
        }
        for place in range(dice.number(1, 4))
    ]


def add_replicas(
    dice: Dice, tables: Tables, name: str, files: list[Row], endpoints: list[Row]
) -> None:
    """Add a dataset with replicas: whole, nearly whole or partial, and of files."""
    if any(row["dataset_name"] == name for row in tables["dataset"]):
        return
    total = dice.pick("data", len(files), 20, 200, 1)
    element = name
    if dice.pick("data", False, False, True):
        element = f"{name}.part"
        tables["dataset_content"].append(
            {"container_name": name + "/" * (len(files) % 2), "dataset_name": element}
        )
    tables["dataset"] += [
        {
            "dataset_name": known,
            "did_type": "DATASET" if known == element else "CONTAINER",
            "n_files": dice.pick("data", total, total, total + 1, None),
            "is_distributed": dice.pick("data", False, None, True),
        }
        for known in dict.fromkeys((element, name))
    ]
    places = [endpoint["ddm_endpoint_name"] for endpoint in endpoints]
    parts = (total - 1, total - 10, total - 11, total * 9 // 10, None, 0)
    tables["dataset_replica"] += [
        {
            "n_files_found": max(found, 0) if found is not None else None,
            "dataset_name": element,
            "ddm_endpoint_name": place,
            "is_vp": dice.pick("data", False, False, True),
            "n_files_total": dice.pick("data", total, total, None),
        }
        for place in places
        if dice.chance(60)
        for found in [dice.pick("data", total, *parts)]
    ]
    tables["file_replica"] += [
        {"scope": "mc", "lfn": file["lfn"], "ddm_endpoint_name": place}
        for place in places
        for file in files
        if dice.chance(35)
    ]


MIB, GIB = 1024**2, 1024**3


def add_analysis_input(
    dice: Dice,
    tables: Tables,
    task: Row,
    chunk: Row,
    queues: list[Row],
    places: list[Row],
) -> None:
    """Add the datasets of a chunk, and output at queues that the task uses."""
    number, chunk_no = task["jedi_task_id"], chunk["chunk_no"]
    names = [row["queue_name"] for row in queues]
    if dice.pick("data", dice.chance(90), True, True, False):
        kind = "trn_output" if chunk["is_merging"] else "input"
        for place in range(dice.pick("data", 1, 1, 2, 2)):
            kind = dice.pick("data", kind, kind, kind, "pseudo_input")
            add_dataset(dice, tables, task, f"d{chunk_no}{place}", chunk, kind, places)
    for place in range(dice.pick("used", 0, 1, 2)):
        output: Row = {
            "jedi_task_id": number,
            "dataset_id": 900 + 10 * int(str(chunk_no)) + place,
            "dataset_name": f"user.{number}.{chunk_no}.{place}",
            "type": dice.choice(("output", "log")),
            "queue_name": dice.choice((None, "UNKNOWN", *names)),
        }
        tables["task_dataset"].append(output)


def add_dataset(
    dice: Dice,
    tables: Tables,
    task: Row,
    tail: str,
    chunk: Row,
    kind: str,
    places: list[Row],
) -> None:
    """Add a dataset or container with its files and copies."""
    number, name = task["jedi_task_id"], f"data.{task['jedi_task_id']}.{tail}"
    is_container = dice.pick("container", False, True, True)
    elements = [f"{name}_0", f"{name}_1"] if is_container else [name]
    shown = name + ("/" if dice.pick("container", False, is_container, False) else "")
    identity = int(tail[1:])
    own = cells("jedi_task_id dataset_id chunk_no", number, identity, chunk["chunk_no"])
    size = dice.pick("files", 6 * GIB, 0, 100 * MIB, GIB // 3, 20 * GIB, None)
    per_element = dice.pick("data", 2, 1, 3)
    files: list[Row] = [
        {
            **own,
            "file_id": 10 * place + each,
            "lfn": f"{element}.{each}",
            "scope": "mc",
            "fsize": size,
            "constituent_name": element if is_container else None,
        }
        for place, element in enumerate(elements)
        for each in range(per_element)
    ]
    tables["task_dataset"].append(
        {
            "jedi_task_id": number,
            "dataset_id": identity,
            "dataset_name": shown,
            "type": kind,
            "master_id": 10 * int(str(chunk["chunk_no"])) if tail[-1] != "0" else None,
            "n_files": dice.pick("scout", 4, 5),
            "n_files_to_be_used": dice.pick("scout", 4, 5, None),
        }
    )
    tables["task_file"] += files
    total = dice.pick("data", per_element, 20, 200)
    if is_container:
        for element in elements:
            content: Row = {"container_name": name, "dataset_name": element}
            tables["dataset_content"].append(content)
    tables["dataset"] += [
        {
            "dataset_name": known,
            "did_type": "CONTAINER" if is_container and known == shown else "DATASET",
            "n_files": total * len(elements) if known == shown else total,
            "is_distributed": dice.pick("data", False, None, True, True),
        }
        for known in dict.fromkeys((shown, *elements))
    ]
    for element in elements:
        own_files = [file for file in files if str(file["lfn"]).startswith(element)]
        add_copies(dice, tables, element, total, own_files, places)


def add_copies(
    dice: Dice,
    tables: Tables,
    name: str,
    total: int,
    files: list[Row],
    places: list[Row],
) -> None:
    """Add copies of a dataset: whole, nearly whole or partial, at tape and VP too."""
    rare = dice.pick("data", dice.choice((60, 90)), 20, 40, 0)
    parts = (total, total - 1, total - 10, total - 11, total // 2, None)
    for place in places:
        endpoint, is_vp = place["ddm_endpoint_name"], place["type"] == "VP_DISK"
        if dice.chance(rare):
            found = dice.pick("data", total, *parts)
            n_found = None if found is None else max(found, 0)
            names = "dataset_name ddm_endpoint_name is_vp n_files_total n_files_found"
            replica = cells(names, name, endpoint, is_vp, total, n_found)
            tables["dataset_replica"].append(replica)
            tables["file_replica"] += [
                {"scope": "mc", "lfn": file["lfn"], "ddm_endpoint_name": endpoint}
                for file in files
                if found != total and dice.chance(50)
            ]
