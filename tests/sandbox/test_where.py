"""A condition of `--where` is decided in the sandbox, as a query by hand is."""

from __future__ import annotations

import pyarrow as pa
import pytest

from brokersql.core.errors import OutOfMemoryError, UsageError
from brokersql.results.queries import rows_where
from brokersql.sandbox import OverLimit, QueryLimits
from tests.sandbox.probes import PROBES, Probe
from tests.sandbox.test_limits import MEMORY, TIME

ROWS = pa.table({"queue_no": [1, 2]})


@pytest.mark.parametrize("probe", PROBES[::5], ids=lambda probe: probe.text[:40])
def test_a_condition_reaches_out_as_little_as_a_query(probe: Probe) -> None:
    with pytest.raises(UsageError) as refused:
        rows_where(ROWS, f"exists ({probe.text.rstrip(';')})")
    assert refused.value.message.startswith("--where: ")
    assert "root:" not in str(refused.value)


def test_a_condition_has_the_limits_of_a_query() -> None:
    for bomb, limits, error in (
        (MEMORY[0], QueryLimits(n_bytes=128 << 20), OutOfMemoryError),
        (TIME[0], QueryLimits(seconds=0.8), OverLimit),
    ):
        with pytest.raises(error) as ended:
            rows_where(ROWS, f"({bomb}) > 0", limits)
        assert ended.value.message.startswith("--where: ")
    assert rows_where(ROWS, "queue_no > 1").to_pylist() == [{"queue_no": 2}]
