"""-insize: a nucleus must hold a part of the input, by its size.

The part must be larger than INPUT_SIZE_FRACTION (10 %) if the total input size is
larger than INPUT_SIZE_THRESHOLD (1 GB).
"""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_task.data import GB, datasets, held, lacks

#: The input of such a task cannot come from elsewhere.
STRICT = "io_intensity: 300"


def test_the_part_of_the_input(spec: Spec) -> None:
    """D10: exactly the fraction fails on the page and passes in the running system.
    Spec 3.3: endpoints blacklisted for reading (E) are none for input. With
    inputPreStaging (task 2) a nucleus needs some file (D10), else it is measured."""
    half = GB // 2
    none = {"D": lacks(5 * GB, 0), "E": lacks(5 * GB, 0)}
    below = {**none, "B": lacks(5 * GB, half - 1), "G": lacks(5 * GB, 1)}
    page = {**below, "C": lacks(5 * GB, half)}
    spec.check(
        queue="queue_name: A | B | C | D | E | F | G, "
        "blacklisted_read: false | false | false | false | true | | false",
        task=f"jedi_task_id: 1 | 2 | 3, {STRICT}, split_rule: | IS=1 | IS=0",
        dataset=datasets(data=(50, 5 * GB)),
        dataset_replica=held(
            ("data", "A", 50, half + 1),
            ("data", "B", 50, half - 1),
            ("data", "C", 50, half),
            ("data", "E", 50, 5 * GB),
            ("data", "F", 50, 5 * GB),
            ("data", "G", 1, 1),
        ),
        expected=both(
            page={1: page, 2: none, 3: page}, asrun={1: below, 2: none, 3: below}
        ),
    )


def test_small_input_is_not_measured(spec: Spec) -> None:
    """Up to 1 GB; threshold and fraction are keys of gdpconfig. Input of unknown size
    is not measured either. Task 4 has none at all."""
    world = {
        "queue": "queue_name: A | B",
        "task": f"jedi_task_id: 1 | 2 | 3 | 4, {STRICT}, "
        "dataset_name: exact | larger | unknown | exact, "
        "type: input | input | input | pseudo_input",
        "dataset": datasets(exact=(1, GB), larger=(1, GB + 10), unknown=(1, None)),
        "dataset_replica": held(
            ("exact", "A", 1, GB), ("larger", "A", 1, GB), ("unknown", "A", 1, GB)
        ),
    }
    spec.check(world=world, expected={(2, "B"): lacks(GB + 10, 0)})
    spec.check(
        world=world,
        gdp_config="key: INPUT_SIZE_THRESHOLD | INPUT_SIZE_FRACTION, "
        "value: 0.5 | 99.99, type: float",
        expected={
            (1, "B"): lacks(GB, 0, "99.99"),
            (2, "B"): lacks(GB + 10, 0, "99.99"),
        },
    )


def test_what_a_nucleus_holds(spec: Spec) -> None:
    """Per dataset the fullest copy it can read, on disk or tape, of any scope. Virtual
    placements do not count, nor endpoints that are not for input. The parts of a
    container add up."""
    spec.check(
        queue="queue_name: A | B | C | E | F",
        task=f"{STRICT}, dataset_name: box",
        dataset=datasets(one=(10, 0), two=(10, 5 * GB)),
        dataset_content="container_name: box, dataset_name: one | two",
        queue_endpoint="""
            queue_name | ddm_endpoint_name | scope    | is_local | read_lan_role
            A          | A_DATADISK        | default  | true     | true
            A          | A_OTHER           | default  | true     | true
            B          | B_DATADISK        | analysis | false    | true
            C          | C_TAPE            | default  | true     | true
            E          | E_DATADISK        | default  | true     | false
            F          | F_DATADISK        | default  | true     | true
        """,
        endpoint="ddm_endpoint_name: A_DATADISK | A_OTHER | B_DATADISK | C_TAPE | "
        "E_DATADISK | F_DATADISK, is_tape: | | | true | |",
        dataset_replica=f"""
            dataset_name | ddm_endpoint_name | is_vp | n_files_found | bytes_found
            one          | A_DATADISK        | false | 1             | {GB // 4}
            one          | A_OTHER           | false | 1             | {GB // 4}
            two          | A_OTHER           | false | 1             | {GB // 4 - 1}
            one          | B_DATADISK        |       | 1             | {GB // 4}
            two          | B_DATADISK        | false | 1             | {GB // 4 + 1}
            two          | C_TAPE            | false | 1             | {GB // 2 + 1}
            two          | E_DATADISK        | false | 10            | {5 * GB}
            two          | F_DATADISK        | true  | 10            | {5 * GB}
        """,
        expected={
            "A": lacks(5 * GB, GB // 2 - 1),
            "E": lacks(5 * GB, 0),
            "F": lacks(5 * GB, 0),
        },
    )


def test_the_copy_with_most_files(spec: Spec) -> None:
    """It says how many bytes are there, not a copy of fewer files that are larger.
    Where the catalogue has no size, copies say it."""
    spec.check(
        queue="queue_name: A | B",
        task=f"jedi_task_id: 1 | 2, {STRICT}, dataset_name: known | unknown",
        dataset=datasets(known=(10, 20 * GB)),
        queue_endpoint="queue_name: A | A | B, "
        "ddm_endpoint_name: A_DATADISK | A_OTHER | B_DATADISK",
        endpoint="ddm_endpoint_name: A_DATADISK | A_OTHER | B_DATADISK",
        dataset_replica=f"""
            dataset_name | ddm_endpoint_name | n_files_found | bytes_found | bytes_total
            known        | A_DATADISK        | 5             | {GB}        | {20 * GB}
            known        | A_OTHER           | 4             | {3 * GB}    | {20 * GB}
            unknown      | A_DATADISK        | 1             | {GB}        | {20 * GB}
        """,
        expected={
            **{(task, "A"): lacks(20 * GB, GB) for task in (1, 2)},
            **{(task, "B"): lacks(20 * GB, 0) for task in (1, 2)},
        },
    )


def test_the_size_of_a_container(spec: Spec) -> None:
    """V50: the sum of its datasets on the page, as run that of the last one by name."""
    spec.check(
        queue="queue_name: A | B",
        task=f"{STRICT}, dataset_name: box",
        dataset=datasets(one=(10, 20 * GB), two=(10, 5 * GB)),
        dataset_content="container_name: box, dataset_name: two | one",
        dataset_replica=held(("one", "A", 10, GB)),
        expected=both(
            page={"A": lacks(25 * GB, GB), "B": lacks(25 * GB, 0)},
            asrun={"B": lacks(5 * GB, 0)},
        ),
    )


def test_which_datasets_are_measured(spec: Spec) -> None:
    """All, or only the primary one where taskBrokerOnMaster is set. Secondary data is
    all at B, primary data all at A; together they are 24 GB."""
    both_data = (1, "A"), (3, "A")
    spec.check(
        queue="queue_name: A | B",
        task=f"jedi_task_id: 1 | 2 | 3, {STRICT}, task_params: "
        '| {"taskBrokerOnMaster": true} | {"taskBrokerOnMaster": false}',
        task_dataset="jedi_task_id: 1 | 1 | 2 | 2 | 3 | 3, "
        "dataset_id: 1 | 2 | 1 | 2 | 1 | 2, master_id: | 1 | | 1 | | 1, "
        "dataset_name: first | second | first | second | first | second",
        dataset=datasets(first=(10, 4 * GB), second=(10, 20 * GB)),
        dataset_replica=held(("first", "A", 10, 4 * GB), ("second", "B", 10, 20 * GB)),
        parameters={"INPUT_SIZE_FRACTION": 20},
        expected={
            **dict.fromkeys(both_data, lacks(24 * GB, 4 * GB, "20.0")),
            (2, "B"): lacks(4 * GB, 0, "20.0"),
        },
    )


def test_tasks_that_wait_for_long(spec: Spec) -> None:
    """V55: the page goes on checking; as run they are no longer checked after 7 days.
    DATA_LOCATION_CHECK_PERIOD tells the days, in both. 0 means the default of spec 10:
    none on the page."""
    lacking = lacks(5 * GB, 0)
    every = {"B": dict.fromkeys((1, 2, 3, 4), lacking)}
    young = {"B": dict.fromkeys((1, 3, 4), lacking)}
    fresh = {"B": dict.fromkeys((3, 4), lacking)}
    for period, expected in (
        ("", both(page=every, asrun=young)),
        (6, fresh),
        (7, young),
        (8, every),
        (0, both(page=every, asrun=young)),
    ):
        spec.check(
            queue="queue_name: A | B",
            task=f"jedi_task_id: 1 | 2 | 3 | 4, {STRICT}, "
            "frozen_time: 7 d ago | 7 d 1 s ago | 1 d ago |",
            dataset=datasets(data=(50, 5 * GB)),
            dataset_replica=held(("data", "A", 50, 5 * GB)),
            gdp_config=f"key: DATA_LOCATION_CHECK_PERIOD, value: {period}",
            expected=expected,
        )


def test_the_check_is_dropped_where_nobody_passes(spec: Spec) -> None:
    """For a little ioIntensity of little input, or a high priority; D53: taskPriority
    on the page, currentPriority in the running system. Bounds: 200 kB/s with 10000 GB,
    or priority 800. B holds all that A lacks of `else`, so that of task 9 B passes and
    A is not spared."""
    five, limit = 5 * GB, 10000 * GB
    lacking = dict.fromkeys("AB", lacks(five, 0))
    large = dict.fromkeys("AB", lacks(limit + 1, 0))
    common = {2: lacking, 4: large, 8: lacking, 9: {"A": lacks(five, 0)}}
    tasks = """
        jedi_task_id | io_intensity | task_priority | current_priority | dataset_name
        1            | 200          | 500           | 500              | data
        2            | 201          | 500           | 500              | data
        3            |              | 500           | 500              | data
        4            | 200          | 500           | 500              | huge
        5            | 200          | 500           | 500              | limit
        6            | 201          | 800           | 799              | data
        7            | 201          | 799           | 800              | data
        8            | 201          |               |                  | data
        9            | 200          | 900           | 500              | other
    """
    spec.check(
        queue="queue_name: A | B",
        task=tasks,
        dataset=datasets(
            data=(50, five), huge=(50, limit + 1), limit=(50, limit), other=(50, five)
        ),
        dataset_replica=held(("other", "B", 50, five)),
        expected=both(page={**common, 7: lacking}, asrun={**common, 6: lacking}),
    )


def test_the_limits_are_keys_of_gdpconfig(spec: Spec) -> None:
    """MIN_IO_INTENSITY_WITH_LOCAL_DATA and the others: 300 kB/s, 4 GB, priority 900."""
    tasks = """
        jedi_task_id | io_intensity | task_priority | current_priority | dataset_name
        1            | 300          | 500           | 500              | four
        2            | 301          | 500           | 500              | four
        3            | 300          | 500           | 500              | five
        4            | 301          | 900           | 900              | five
        5            | 301          | 899           | 899              | five
    """
    spec.check(
        queue="queue_name: A",
        task=tasks,
        dataset=datasets(four=(1, 4 * GB), five=(1, 5 * GB)),
        gdp_config="""
            key                              | value | type
            MIN_IO_INTENSITY_WITH_LOCAL_DATA | 300   | int
            MIN_INPUT_SIZE_WITH_LOCAL_DATA   | 4     | float
            MAX_TASK_PRIO_WITH_LOCAL_DATA    | 900   | int
        """,
        expected={
            (2, "A"): lacks(4 * GB, 0),
            (3, "A"): lacks(5 * GB, 0),
            (5, "A"): lacks(5 * GB, 0),
        },
    )
