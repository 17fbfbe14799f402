"""The rows of a result that fulfil a condition in SQL; nothing else can be read."""

from __future__ import annotations

from string import Template

import pyarrow as pa

from brokersql.database import Database, SqlError
from brokersql.errors import UsageError
from brokersql.report.adhoc import told
from brokersql.report.queries import query
from brokersql.sandbox.gate import GateError, let_through

_ROWS = "result_row"


def fulfilling(table: pa.Table, condition: str) -> pa.Table:
    """Return the rows of a table for which a condition over its columns holds.

    Raises:
        UsageError: it is no condition, or names what the rows have not.

    >>> rows = pa.table({"a": [1, 2, None], "b": ["x", "y", "z"]})
    >>> fulfilling(rows, "a > 1 or b = 'z'").to_pydict()
    {'a': [2, None], 'b': ['y', 'z']}
    """
    text = Template(query("sandbox", "fulfilling")).substitute(condition=condition)
    database = Database.open()
    try:
        database.register(_ROWS, table)
        database.run(query("sandbox", "seal"))
        let_through(database, text)
        return database.table(text)
    except GateError as error:
        raise UsageError(f"--where: {error}", hint=error.hint) from error
    except SqlError as error:
        fault = told(str(error), [])
        raise UsageError(f"--where: {fault.message}", hint=fault.hint) from error
    finally:
        database.close()
