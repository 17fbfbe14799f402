"""Input of analysis tasks in a random world: datasets, containers, copies, VP."""

from __future__ import annotations

from tests.property.world_parts.dice import Dice, Row, Tables
from tests.typed_rows import cells

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
