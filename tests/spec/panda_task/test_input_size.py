"""-insize: a nucleus must hold a part of the input, by its size.

The part must be larger than INPUT_SIZE_FRACTION (10 %) if the total input size is
larger than INPUT_SIZE_THRESHOLD (1 GB).
"""

from __future__ import annotations

from tests.spec.check import Found, Spec, both
from tests.spec.panda_task.data import GB, datasets, held, lacks, nuclei, tasks

#: What the tasks of a world have in common: their input cannot come from elsewhere.
STRICT = {"MIN_IO_INTENSITY_WITH_LOCAL_DATA": 50}
PERIOD = """
    component     | key                        | value | type
    taskbrokerage | DATA_LOCATION_CHECK_PERIOD | {}    | int
"""
#: Tasks that are frozen for 7 days, for longer, for a day, and not at all.
FROZEN = {
    "queue": nuclei("A", "B"),
    "task": tasks(
        {"frozen_time": "7 d ago"},
        {"frozen_time": "7 d 1 s ago"},
        {"frozen_time": "1 d ago"},
        {},
    ),
    "dataset": datasets(data=(50, 5 * GB)),
    "dataset_replica": held(("data", "A", 50, 5 * GB)),
}


def test_the_part_of_the_input(spec: Spec) -> None:
    """D10: exactly the fraction fails on the page and passes in the running system."""
    below = {(1, 0, "B"): lacks(5 * GB, GB // 2 - 1), (1, 0, "D"): lacks(5 * GB, 0)}
    spec.check(
        queue=nuclei("A", "B", "C", "D"),
        task=tasks({}),
        dataset=datasets(data=(50, 5 * GB)),
        dataset_replica=held(
            ("data", "A", 50, GB // 2 + 1),
            ("data", "B", 50, GB // 2 - 1),
            ("data", "C", 50, GB // 2),
        ),
        parameters=STRICT,
        expected=both(page={**below, (1, 0, "C"): lacks(5 * GB, GB // 2)}, asrun=below),
    )


def test_small_input_is_not_measured(spec: Spec) -> None:
    """Up to 1 GB; threshold and fraction are keys of gdpconfig.

    Input of unknown size is not measured either. Task 4 has none at all.
    """
    world = {
        "queue": nuclei("A", "B"),
        "task": tasks({}, {}, {}, {}),
        "task_dataset": """
            jedi_task_id | dataset_name | type
            1            | exact        | input
            2            | larger       | input
            3            | unknown      | input
            4            | exact        | pseudo_input
        """,
        "dataset": datasets(exact=(1, GB), larger=(1, GB + 10), unknown=(1, None)),
        "dataset_replica": held(
            ("exact", "A", 1, GB), ("larger", "A", 1, GB), ("unknown", "A", 1, GB)
        ),
    }
    spec.check(
        world=world, parameters=STRICT, expected={(2, 0, "B"): lacks(GB + 10, 0)}
    )
    spec.check(
        world=world,
        parameters=STRICT,
        gdp_config="""
            component     | key                  | value | type
            taskbrokerage | INPUT_SIZE_THRESHOLD | 0.5   | float
            taskbrokerage | INPUT_SIZE_FRACTION  | 99.99 | float
        """,
        expected={
            (1, 0, "B"): lacks(GB, 0, "99.99"),
            (2, 0, "B"): lacks(GB + 10, 0, "99.99"),
        },
    )


def test_what_a_nucleus_holds(spec: Spec) -> None:
    """Per dataset the fullest copy it can read, on disk or tape, of any scope.

    Virtual placements do not count, nor endpoints that are not for input. The parts of
    a container add up.
    """
    spec.check(
        queue=nuclei("A", "B", "C", "E", "F"),
        task=tasks({}),
        dataset=datasets(one=(10, 0), two=(10, 5 * GB)),
        task_dataset="dataset_name: box",
        dataset_content="""
            container_name | dataset_name
            box            | one
            box            | two
        """,
        endpoint="""
            ddm_endpoint_name | is_tape
            A_DATADISK        | false
            A_OTHER           | false
            B_DATADISK        | false
            C_TAPE            | true
            E_DATADISK        | false
            F_DATADISK        | false
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name | scope    | is_local | read_lan_role
            A          | A_DATADISK        | default  | true     | true
            A          | A_OTHER           | default  | true     | true
            B          | B_DATADISK        | analysis | false    | true
            C          | C_TAPE            | default  | true     | true
            E          | E_DATADISK        | default  | true     | false
            F          | F_DATADISK        | default  | true     | true
        """,
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
        parameters=STRICT,
        expected={
            (1, 0, "A"): lacks(5 * GB, GB // 2 - 1),
            (1, 0, "E"): lacks(5 * GB, 0),
            (1, 0, "F"): lacks(5 * GB, 0),
        },
    )


def test_endpoints_blacklisted_for_reading(spec: Spec) -> None:
    """Spec 3.3: they are no endpoints for input."""
    spec.check(
        queue=nuclei("A", "B", "C"),
        task=tasks({}),
        dataset=datasets(data=(50, 5 * GB)),
        endpoint="""
            ddm_endpoint_name | blacklisted_read
            A_DATADISK        | false
            B_DATADISK        | true
            C_DATADISK        |
        """,
        dataset_replica=held(*(("data", name, 50, 5 * GB) for name in ("A", "B", "C"))),
        parameters=STRICT,
        expected={(1, 0, "B"): lacks(5 * GB, 0)},
    )


def test_the_size_of_a_container(spec: Spec) -> None:
    """V50: the sum of its datasets on the page, as run that of the last one by name."""
    spec.check(
        queue=nuclei("A", "B"),
        task=tasks({}),
        dataset=datasets(one=(10, 20 * GB), two=(10, 5 * GB)),
        task_dataset="dataset_name: box",
        dataset_content="container_name: box | box, dataset_name: two | one",
        dataset_replica=held(("one", "A", 10, GB)),
        parameters=STRICT,
        expected=both(
            page={(1, 0, "A"): lacks(25 * GB, GB), (1, 0, "B"): lacks(25 * GB, 0)},
            asrun={(1, 0, "B"): lacks(5 * GB, 0)},
        ),
    )


def test_which_datasets_are_measured(spec: Spec) -> None:
    """All, or only the primary one where taskBrokerOnMaster is set.

    Secondary data is all at B, primary data all at A; together they are 24 GB.
    """
    on_master = '{"taskBrokerOnMaster": true}'
    off_master = '{"taskBrokerOnMaster": false}'
    spec.check(
        queue=nuclei("A", "B"),
        task=tasks({}, {"task_params": on_master}, {"task_params": off_master}),
        task_dataset="\n".join(
            [
                "jedi_task_id | dataset_id | dataset_name | master_id",
                *(
                    f"{task} | {number} | {name} | {master}"
                    for task in (1, 2, 3)
                    for number, name, master in ((1, "first", ""), (2, "second", "1"))
                ),
            ]
        ),
        dataset=datasets(first=(10, 4 * GB), second=(10, 20 * GB)),
        dataset_replica=held(("first", "A", 10, 4 * GB), ("second", "B", 10, 20 * GB)),
        parameters={**STRICT, "INPUT_SIZE_FRACTION": 20},
        expected={
            (1, 0, "A"): lacks(24 * GB, 4 * GB, "20.0"),
            (2, 0, "B"): lacks(4 * GB, 0, "20.0"),
            (3, 0, "A"): lacks(24 * GB, 4 * GB, "20.0"),
        },
    )


def test_data_carousel(spec: Spec) -> None:
    """With inputPreStaging a nucleus needs some file (D10), else it is measured."""
    spec.check(
        queue=nuclei("A", "B", "C"),
        task=tasks({"split_rule": "IS=1"}, {"split_rule": "IS=0"}),
        dataset=datasets(data=(50, 5 * GB)),
        dataset_replica=held(("data", "A", 1, 1), ("data", "C", 50, 5 * GB)),
        parameters=STRICT,
        expected={
            (1, 0, "B"): lacks(5 * GB, 0),
            (2, 0, "A"): lacks(5 * GB, 1),
            (2, 0, "B"): lacks(5 * GB, 0),
        },
    )


def test_tasks_that_wait_for_long(spec: Spec) -> None:
    """V55: the page goes on checking; as run they are no longer checked after 7 days.

    DATA_LOCATION_CHECK_PERIOD tells the days, in both.
    """
    lacking = lacks(5 * GB, 0)
    young: Found = {(1, 0, "B"): lacking, (3, 0, "B"): lacking, (4, 0, "B"): lacking}
    spec.check(
        world=FROZEN,
        parameters=STRICT,
        expected=both(page={**young, (2, 0, "B"): lacking}, asrun=young),
    )
    spec.check(
        world=FROZEN, parameters=STRICT, gdp_config=PERIOD.format(7), expected=young
    )
    spec.check(
        world=FROZEN,
        parameters=STRICT,
        gdp_config=PERIOD.format(8),
        expected={(task, 0, "B"): lacking for task in (1, 2, 3, 4)},
    )


def test_a_period_of_zero(spec: Spec) -> None:
    """Spec 10: it means the default, `data_location_days`: none on the page."""
    lacking = lacks(5 * GB, 0)
    young: Found = {(1, 0, "B"): lacking, (3, 0, "B"): lacking, (4, 0, "B"): lacking}
    world = {**FROZEN, "gdp_config": PERIOD.format(0)}
    spec.check(
        world=world,
        parameters=STRICT,
        expected=both(page={**young, (2, 0, "B"): lacking}, asrun=young),
    )
    spec.check(
        world=world,
        parameters={**STRICT, "data_location_days": 6},
        expected={(3, 0, "B"): lacking, (4, 0, "B"): lacking},
    )


def test_the_check_is_dropped_where_nobody_passes(spec: Spec) -> None:
    """For a little ioIntensity of little input, or a high priority; D53: taskPriority
    on the page, currentPriority in the running system.

    Bounds: 200 kB/s with 10000 GB, or priority 800. B holds all that A lacks of
    `else`, so that of task 9 B passes and A is not spared.
    """
    every = [
        {"io_intensity": "200"},
        {"io_intensity": "201"},
        {"io_intensity": ""},
        {"io_intensity": "200", "dataset": "huge"},
        {"io_intensity": "200", "dataset": "limit"},
        {"io_intensity": "201", "task_priority": "800", "current_priority": "799"},
        {"io_intensity": "201", "task_priority": "799", "current_priority": "800"},
        {"io_intensity": "201", "task_priority": "", "current_priority": ""},
        {"io_intensity": "200", "task_priority": "900", "dataset": "else"},
    ]
    big, limit, five = 10000 * GB + 1, 10000 * GB, 5 * GB
    common = {
        **{(2, 0, name): lacks(five, 0) for name in "AB"},
        **{(4, 0, name): lacks(big, 0) for name in "AB"},
        **{(8, 0, name): lacks(five, 0) for name in "AB"},
        (9, 0, "A"): lacks(five, 0),
    }
    rows = [f"{n} | {each.get('dataset', 'data')}" for n, each in enumerate(every, 1)]
    spec.check(
        queue=nuclei("A", "B"),
        task=tasks(*({k: v for k, v in e.items() if k != "dataset"} for e in every)),
        task_dataset="\n".join(["jedi_task_id | dataset_name", *rows]),
        dataset=datasets(
            **{"data": (50, five), "huge": (50, big), "limit": (50, limit)},
            **{"else": (50, five)},
        ),
        dataset_replica=held(("else", "B", 50, five)),
        expected=both(
            page={**common, **{(7, 0, name): lacks(five, 0) for name in "AB"}},
            asrun={**common, **{(6, 0, name): lacks(five, 0) for name in "AB"}},
        ),
    )


def test_the_limits_are_keys_of_gdpconfig(spec: Spec) -> None:
    """MIN_IO_INTENSITY_WITH_LOCAL_DATA and the others: 300 kB/s, 4 GB, priority 900."""
    urgent = {"task_priority": "900", "current_priority": "900"}
    below = {"task_priority": "899", "current_priority": "899"}
    spec.check(
        queue=nuclei("A"),
        task=tasks(
            {"io_intensity": "300"},
            {"io_intensity": "301"},
            {"io_intensity": "300"},
            {"io_intensity": "301", **urgent},
            {"io_intensity": "301", **below},
        ),
        task_dataset="""
            jedi_task_id | dataset_name
            1            | four
            2            | four
            3            | five
            4            | five
            5            | five
        """,
        dataset=datasets(four=(1, 4 * GB), five=(1, 5 * GB)),
        gdp_config="""
            component     | key                              | value | type
            taskbrokerage | MIN_IO_INTENSITY_WITH_LOCAL_DATA | 300   | int
            taskbrokerage | MIN_INPUT_SIZE_WITH_LOCAL_DATA   | 4     | float
            taskbrokerage | MAX_TASK_PRIO_WITH_LOCAL_DATA    | 900   | int
        """,
        expected={
            (2, 0, "A"): lacks(4 * GB, 0),
            (3, 0, "A"): lacks(5 * GB, 0),
            (5, 0, "A"): lacks(5 * GB, 0),
        },
    )
