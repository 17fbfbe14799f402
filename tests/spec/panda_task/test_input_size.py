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
    """D10: exactly the fraction fails on the page and passes in the running system."""
    half = GB // 2
    below = {"B": lacks(5 * GB, half - 1), "D": lacks(5 * GB, 0)}
    spec.check(
        queue="queue_name: A | B | C | D",
        task=STRICT,
        dataset=datasets(data=(50, 5 * GB)),
        dataset_replica=held(
            ("data", "A", 50, half + 1),
            ("data", "B", 50, half - 1),
            ("data", "C", 50, half),
        ),
        expected=both(page={**below, "C": lacks(5 * GB, half)}, asrun=below),
    )


def test_small_input_is_not_measured(spec: Spec) -> None:
    """Up to 1 GB; threshold and fraction are keys of gdpconfig.

    Input of unknown size is not measured either. Task 4 has none at all.
    """
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
    """Per dataset the fullest copy it can read, on disk or tape, of any scope.

    Virtual placements do not count, nor endpoints that are not for input. The parts of
    a container add up.
    """
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


def test_endpoints_blacklisted_for_reading(spec: Spec) -> None:
    """Spec 3.3: they are no endpoints for input."""
    spec.check(
        queue="queue_name: A | B | C, blacklisted_read: false | true |",
        task=STRICT,
        dataset=datasets(data=(50, 5 * GB)),
        dataset_replica=held(*(("data", name, 50, 5 * GB) for name in "ABC")),
        expected={"B": lacks(5 * GB, 0)},
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
    """All, or only the primary one where taskBrokerOnMaster is set.

    Secondary data is all at B, primary data all at A; together they are 24 GB.
    """
    spec.check(
        queue="queue_name: A | B",
        task="""
            jedi_task_id | io_intensity | task_params
            1            | 300          |
            2            | 300          | {"taskBrokerOnMaster": true}
            3            | 300          | {"taskBrokerOnMaster": false}
        """,
        task_dataset="""
            jedi_task_id | dataset_id | dataset_name | master_id
            1            | 1          | first        |
            1            | 2          | second       | 1
            2            | 1          | first        |
            2            | 2          | second       | 1
            3            | 1          | first        |
            3            | 2          | second       | 1
        """,
        dataset=datasets(first=(10, 4 * GB), second=(10, 20 * GB)),
        dataset_replica=held(("first", "A", 10, 4 * GB), ("second", "B", 10, 20 * GB)),
        parameters={"INPUT_SIZE_FRACTION": 20},
        expected={
            (1, "A"): lacks(24 * GB, 4 * GB, "20.0"),
            (2, "B"): lacks(4 * GB, 0, "20.0"),
            (3, "A"): lacks(24 * GB, 4 * GB, "20.0"),
        },
    )


def test_data_carousel(spec: Spec) -> None:
    """With inputPreStaging a nucleus needs some file (D10), else it is measured."""
    spec.check(
        queue="queue_name: A | B | C",
        task=f"jedi_task_id: 1 | 2, {STRICT}, split_rule: IS=1 | IS=0",
        dataset=datasets(data=(50, 5 * GB)),
        dataset_replica=held(("data", "A", 1, 1), ("data", "C", 50, 5 * GB)),
        expected={
            (1, "B"): lacks(5 * GB, 0),
            (2, "A"): lacks(5 * GB, 1),
            (2, "B"): lacks(5 * GB, 0),
        },
    )


def test_tasks_that_wait_for_long(spec: Spec) -> None:
    """V55: the page goes on checking; as run they are no longer checked after 7 days.

    DATA_LOCATION_CHECK_PERIOD tells the days, in both. 0 means the default of spec 10,
    `data_location_days`: none on the page.
    """
    lacking = lacks(5 * GB, 0)
    every = {"B": dict.fromkeys((1, 2, 3, 4), lacking)}
    young = {"B": dict.fromkeys((1, 3, 4), lacking)}
    fresh = {"B": dict.fromkeys((3, 4), lacking)}
    frozen = {
        "queue": "queue_name: A | B",
        "task": f"jedi_task_id: 1 | 2 | 3 | 4, {STRICT}, "
        "frozen_time: 7 d ago | 7 d 1 s ago | 1 d ago |",
        "dataset": datasets(data=(50, 5 * GB)),
        "dataset_replica": held(("data", "A", 50, 5 * GB)),
    }
    period = "key: DATA_LOCATION_CHECK_PERIOD, value: {}".format
    by_default = both(page=every, asrun=young)
    spec.check(world=frozen, expected=by_default)
    spec.check(world=frozen, gdp_config=period(7), expected=young)
    spec.check(world=frozen, gdp_config=period(8), expected=every)
    spec.check(world=frozen, gdp_config=period(0), expected=by_default)
    six_days = {"data_location_days": 6}
    spec.check(world=frozen, gdp_config=period(0), parameters=six_days, expected=fresh)


def test_the_check_is_dropped_where_nobody_passes(spec: Spec) -> None:
    """For a little ioIntensity of little input, or a high priority; D53: taskPriority
    on the page, currentPriority in the running system.

    Bounds: 200 kB/s with 10000 GB, or priority 800. B holds all that A lacks of
    `else`, so that of task 9 B passes and A is not spared.
    """
    five, limit = 5 * GB, 10000 * GB
    common = {
        **{(task, name): lacks(five, 0) for task in (2, 8) for name in "AB"},
        **{(4, name): lacks(limit + 1, 0) for name in "AB"},
        (9, "A"): lacks(five, 0),
    }
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
        expected=both(
            page={**common, (7, "A"): lacks(five, 0), (7, "B"): lacks(five, 0)},
            asrun={**common, (6, "A"): lacks(five, 0), (6, "B"): lacks(five, 0)},
        ),
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
