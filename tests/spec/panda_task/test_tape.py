"""tapeWeight is 0.001 if input data is on tape storage, or 1 otherwise."""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_task.data import GB, datasets, held


def test_more_on_tape_than_on_disk(spec: Spec) -> None:
    """Where all is on disk too, the copy on tape does not matter; ioIntensity neither.
    V52: task 3 may take its input from elsewhere, for no nucleus holds enough of it;
    then tape counts on the page only."""
    data = {"A": 1.0, "B": 0.001, "C": 0.001, "D": 1.0}
    spec.check(
        queue="queue_name: A | B | C | D",
        task="jedi_task_id: 1 | 2 | 3, io_intensity: 100 | 500 | 100, "
        "dataset_name: data | data | poor",
        dataset=datasets(data=(10, 10 * GB), poor=(10, 10 * GB)),
        queue_endpoint="queue_name: A | A | B | B | C, ddm_endpoint_name: A_DATADISK | "
        "A_TAPE | B_DATADISK | B_TAPE | C_TAPE, is_tape: | true | | true | true",
        dataset_replica=held(
            ("data", "A_DATADISK", 10, 10 * GB),
            ("data", "A_TAPE", 10, 10 * GB),
            ("data", "B_DATADISK", 9, 10 * GB - 1),
            ("data", "B_TAPE", 10, 10 * GB),
            ("data", "C_TAPE", 5, 5 * GB),
            ("poor", "C_TAPE", 1, GB // 2),
        ),
        expected=both(
            page={1: data, 2: data, 3: {"A": 1.0, "B": 1.0, "C": 0.001, "D": 1.0}},
            asrun={1: data, 2: data, 3: dict.fromkeys("ABCD", 1.0)},
        ),
    )


def test_no_input_of_known_size(spec: Spec) -> None:
    """Nothing can be on tape only; the factor is a parameter, `tape_weight`."""
    for weight in (0.001, 0.5):
        spec.check(
            queue="queue_name: A, is_tape: true",
            task="jedi_task_id: 1 | 2 | 3 | 4, type: input | output | input | input, "
            "dataset_name: unknown | data | data | byte",
            dataset=datasets(unknown=(10, None), data=(10, 10 * GB), byte=(1, 1)),
            dataset_replica=held(
                ("unknown", "A", 10, GB),
                ("data", "A", 10, 10 * GB),
                ("byte", "A", 1, 1),
            ),
            parameters={"tape_weight": weight},
            expected={"A": {1: 1.0, 2: 1.0, 3: weight, 4: weight}},
        )
