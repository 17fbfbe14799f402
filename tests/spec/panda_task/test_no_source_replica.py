"""-no_source_replica: every input dataset is complete where it can be sent from.

The page is silent (spec 2.4, TB-10): the task waits, whatever the nuclei are like.
"""

from __future__ import annotations

from tests.spec.check import Spec, both

SOURCES = (
    "ddm_endpoint_name: X_DATADISK | OFF_DATADISK | TEST_DATADISK | PART_DATADISK | "
    "NULL_DATADISK | X_TAPE, read_wan: ON | OFF | TEST | PARTIAL | | ON"
)


def waits(dataset: str) -> str:
    """Return what is told of a task."""
    return f"{dataset} is complete at no endpoint that can be read over WAN"


def test_a_complete_replica_somewhere(spec: Spec) -> None:
    """All files that there are, and there are some; virtual placement does not count.
    D46: the page wants read_wan ON, the running system no OFF and no TEST."""
    names = "abcdefghijkl"
    missing = {task: waits(name) for task, name in enumerate("cdefghij", start=3)}
    spec.check(
        endpoint=SOURCES,
        task=f"jedi_task_id: {' | '.join(map(str, range(1, 13)))}, "
        f"dataset_name: {' | '.join(names)}",
        dataset=f"dataset_name: {' | '.join(names)}",
        dataset_replica="""
            dataset_name | ddm_endpoint_name | is_vp | n_files_total | n_files_found
            a            | X_DATADISK        | false | 10            | 10
            a            | OFF_DATADISK      | false | 10            | 10
            b            | NULL_DATADISK     |       | 10            | 10
            c            | X_DATADISK        | false | 10            | 9
            c            | X_TAPE            | false | 10            | 9
            d            | OFF_DATADISK      | false | 10            | 10
            e            | TEST_DATADISK     | false | 10            | 10
            f            | X_DATADISK        | true  | 10            | 10
            g            | X_DATADISK        | false | 0             | 0
            h            | X_DATADISK        | false |               |
            i            | X_DATADISK        | false | 10            |
            k            | PART_DATADISK     | false | 10            | 10
            l            | X_TAPE            | false | 1             | 1
        """,
        expected=both(page={**missing, 11: waits("k")}, asrun=missing),
    )


def test_one_constituent_is_enough(spec: Spec) -> None:
    """Of a container; but every dataset of the task has to be complete somewhere. C022:
    it is named with or without a slash, in the task (4) as in the catalogue (5)."""
    spec.check(
        endpoint=SOURCES,
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6",
        task_dataset="jedi_task_id: 1 | 2 | 2 | 3 | 4 | 5 | 6, "
        "dataset_id: 1 | 1 | 2 | 1 | 1 | 1 | 1, master_id: | | 1 | | | |, "
        "dataset_name: box | box | lost | empty_box | box/ | bag | bo",
        dataset_content="container_name: box | box | empty_box | bag/, "
        "dataset_name: whole | lost | lost | whole",
        dataset="dataset_name: whole | lost",
        dataset_replica="dataset_name: whole | lost, ddm_endpoint_name: X_DATADISK, "
        "n_files_total: 5, n_files_found: 5 | 4",
        expected={2: waits("lost"), 3: waits("empty_box"), 6: waits("bo")},
    )


def test_which_datasets_count(spec: Spec) -> None:
    """Input, not of database releases and not of logs, but logs of users and groups.
    With taskBrokerOnMaster only the primary dataset; a text sets nothing. One without
    a name is nowhere.
    Spec 2.1: a task that has its nucleus (12) keeps it and skips every check; an
    unknown nucleus (13) is none."""
    on, text = '{"taskBrokerOnMaster": true}', '{"taskBrokerOnMaster": "true"}'
    lost = "mc.1.a.simul.HITS.r1"
    spec.check(
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13, "
        f"task_params: | | | | | | | {on} | {text} | {on} | | |, "
        "nucleus: | | | | | | | | | | | Q | NOWHERE",
        task_dataset=f"""
            jedi_task_id | dataset_id | dataset_name        | type         | master_id
            1            | 1          | {lost}              | input        |
            2            | 1          | {lost}              | pseudo_input |
            3            | 1          | ddo.000001          | input        |
            4            | 1          | mc.1.a.simul.log.r1 | input        |
            5            | 1          | user.me.a.b.log.r1  | input        |
            6            | 1          | mc.1.a.log          | input        |
            7            | 1          | {lost}              | output       |
            8            | 1          | data                | input        |
            8            | 2          | {lost}              | input        | 1
            9            | 1          | data                | input        |
            9            | 2          | {lost}              | input        | 1
            10           | 1          | {lost}              | input        |
            11           | 1          |                     | input        |
            12           | 1          | {lost}              | input        |
            12           | 2          | made                | output       |
            13           | 1          | {lost}              | input        |
            13           | 2          | made                | log          |
        """,
        expected={
            **dict.fromkeys((1, 9, 10, 13), waits(lost)),
            5: waits("user.me.a.b.log.r1"),
            6: waits("mc.1.a.log"),
            11: waits("a dataset without a name"),
        },
    )
