"""Connections to database servers: one read-only, consistent view, rows as Arrow.

Statements stand in the dialect of the server, with parameters `:vo`, `:now`, `:task`
and `:name`. The drivers are extras of the package.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from importlib import import_module
from typing import Any
from urllib.parse import parse_qsl, urlsplit, urlunsplit
from urllib.parse import quote as url_quote

import pyarrow as pa

from brokersql.core.database import literal
from brokersql.core.errors import SnapshotError, UsageError
from brokersql.snapshot.importers.source import Source, password_variable

Parameters = Mapping[str, object]
#: Arrow, whose stubs know too little of values of any type.
_arrow: Any = pa
_NAMED = re.compile(r"(?<![:\w]):([a-z]\w*)")
#: Rows of one fetch from a driver that gives Python values.
_BATCH = 50_000
#: What drivers add to the words of the server.
_OF_THE_DRIVER = re.compile(
    r"^.*?(?=ERROR:)|^.*?\[libpq\] (Failed to connect: )?"
    r"|( \^)? Query was: .*?(?=SQLSTATE: \w+$|$)"
)
#: Words of a server -> what to do; {folder} has its statements, {where} its address.
_HINTS = {
    "40001": "the standby had to cancel it to go on with recovery: try again",
    "permission denied|command denied": "the rights that it needs: {folder}/grants.sql",
    "password|Access denied": "a password: ~/.pgpass, an option file, or {variable}",
    "cannot be reached": "its address: dsn = in {where}",
    "does not exist|doesn't exist|Unknown column": "another schema: schema = in the "
    "settings; other tables: --tables; a statement of your own: --sql DIR",
}


class Server(ABC):
    """A connection to a server.

    Raises:
        SnapshotError: from all methods: the server refused, in its own words.
    """

    def __init__(self, source: Source) -> None:
        self.source = source

    @abstractmethod
    def run(self, sql: str) -> None:
        """Execute a statement that gives no rows."""

    @abstractmethod
    def batches(self, sql: str, parameters: Parameters) -> Iterator[pa.Table]:
        """Yield the rows of a query as they come, all of one schema; at least once."""

    @abstractmethod
    def close(self) -> None:
        """End the transaction and the connection."""

    def rows(self, sql: str, parameters: Parameters) -> list[dict[str, Any]]:
        """Return the rows of a small query by column name."""
        batches = self.batches(sql, parameters)
        return [row for batch in batches for row in batch.to_pylist()]

    def failure(self, error: Exception, what: str) -> SnapshotError:
        """Return the error of a driver as one of ours, without the DSN."""
        dsn = self.source.value("dsn") or ""
        text = " ".join(str(error.args[-1] if error.args else error).split())
        text = _OF_THE_DRIVER.sub(" ", text).strip()
        text = text.replace(dsn, self.source.name) if dsn else text
        if self.source.password:
            text = text.replace(self.source.password, "***")
        message = f"{what}: {text}"
        hints = (hint for words, hint in _HINTS.items() if re.search(words, message))
        hint = next(hints, "").format(
            folder=f"sql/snapshot/import/{self.source.kind}",
            variable=password_variable(self.source.name),
            where=self.source.where or "the settings",
        )
        return SnapshotError(message, where=self.source.name, hint=hint)


def connect(source: Source, dialect: str, extra: str) -> Server:
    """Return a connection to a source.

    Raises:
        UsageError: the driver is not installed.
        SnapshotError: the server cannot be reached, or lets nobody in.
    """
    classes = {"postgres": PostgresServer, "mysql": MySqlServer, "oracle": OracleServer}
    try:
        return classes[dialect](source)
    except ModuleNotFoundError as error:
        raise UsageError(
            f"the driver for {source.kind} is not installed ({error.name})",
            hint=f"pip install 'brokersql[{extra}]'",
        ) from error


def _with_values(sql: str, parameters: Parameters) -> str:
    """Return a statement with values in place of its named parameters.

    Of a statement with parameters ADBC holds all rows at once; others it streams.
    """
    return _NAMED.sub(lambda found: _value(parameters[found[1]]), sql)


def _value(given: object) -> str:
    """Return a value as PostgreSQL writes it; its strings are those of the standard."""
    if given is None:
        return "null"
    return str(given) if isinstance(given, int) else literal(str(given))


def _without_comments(sql: str) -> str:
    return "\n".join(line for line in sql.splitlines() if not line.startswith("--"))


class PostgresServer(Server):
    """PostgreSQL through ADBC: results are Arrow from the wire on."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        driver: Any = import_module("adbc_driver_postgresql.dbapi")
        self._error: type[Exception] = driver.Error
        try:
            self._connection: Any = driver.connect(self._uri(), autocommit=False)
            self._cursor: Any = self._connection.cursor()
        except self._error as error:
            raise self.failure(error, "cannot be reached") from error

    def _uri(self) -> str:
        """Return the DSN with the password of the environment, if there is one."""
        dsn = self.source.value("dsn") or f"postgresql://?service={self.source.name}"
        password = self.source.password
        if password is None:
            return dsn
        parts = urlsplit(dsn)
        user, _, host = parts.netloc.rpartition("@")
        place = f"{user}:{url_quote(password, safe='')}@{host}"
        return urlunsplit(parts._replace(netloc=place))

    def run(self, sql: str) -> None:
        """Execute a statement that gives no rows."""
        try:
            self._cursor.execute(sql)
        except self._error as error:
            raise self.failure(error, "refused") from error

    def batches(self, sql: str, parameters: Parameters) -> Iterator[pa.Table]:
        """Yield the rows of a query as they come, all of one schema; at least once."""
        text = _with_values(_without_comments(sql), parameters)
        try:
            self._cursor.execute(text)
            reader = self._cursor.fetch_record_batch()
            yield _plain(reader.schema.empty_table())
            for batch in reader:
                yield _plain(_arrow.Table.from_batches([batch]))
        except (self._error, pa.ArrowException, OSError) as error:
            raise self.failure(error, "refused") from error

    def close(self) -> None:
        """End the transaction and the connection."""
        with suppress(self._error):
            self._cursor.close()
            self._connection.close()


def _plain(table: Any) -> pa.Table:
    """Return a table without the types of the server that Arrow has no own for."""
    for place, column in enumerate(table.schema):
        kind = column.type
        if isinstance(kind, pa.BaseExtensionType):
            chunks = table.column(place).chunks
            storage = _arrow.chunked_array(
                [chunk.storage for chunk in chunks], kind.storage_type
            )
            table = table.set_column(place, column.name, storage)
    return table


class _CursorServer(Server):
    """A server whose driver gives a cursor for each statement."""

    _connection: Any
    _error: type[Exception]

    def run(self, sql: str) -> None:
        """Execute a statement that gives no rows."""
        try:
            with self._connection.cursor() as cursor:
                cursor.execute(sql)
        except self._error as error:
            raise self.failure(error, "refused") from error

    def close(self) -> None:
        """End the transaction and the connection."""
        with suppress(self._error):
            self._connection.close()


class MySqlServer(_CursorServer):
    """MariaDB and MySQL through PyMySQL: the server keeps rows until they are read."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        driver: Any = import_module("pymysql")
        cursors: Any = import_module("pymysql.cursors")
        codes: Any = import_module("pymysql.constants.FIELD_TYPE")
        self._error = driver.MySQLError
        self._decimals = (codes.DECIMAL, codes.NEWDECIMAL)
        whole = (codes.TINY, codes.SHORT, codes.INT24, codes.LONG, codes.LONGLONG)
        self._types = {
            **dict.fromkeys((*whole, codes.YEAR), pa.int64()),
            **dict.fromkeys((codes.FLOAT, codes.DOUBLE), pa.float64()),
            **dict.fromkeys((codes.DATETIME, codes.TIMESTAMP), pa.timestamp("us")),
            codes.DATE: pa.date32(),
        }
        parts = urlsplit(source.value("dsn") or "mysql://")
        query = dict(parse_qsl(parts.query))
        for key in query:
            if key not in ("socket", "ssl_ca"):
                hint = "known are socket and ssl_ca; others go into an option file"
                raise UsageError(f"dsn: no key {key}", where=source.where, hint=hint)
        options: dict[str, Any] = {
            "host": parts.hostname,
            "port": parts.port,
            "user": parts.username,
            "unix_socket": query.get("socket"),
            "password": source.password,
            "ssl_ca": query.get("ssl_ca"),
            "read_default_file": source.option_file and str(source.option_file),
        }
        given = {key: value for key, value in options.items() if value is not None}
        try:
            self._connection = driver.connect(
                charset="utf8mb4", cursorclass=cursors.SSCursor, **given
            )
        except self._error as error:
            raise self.failure(error, "cannot be reached") from error

    def batches(self, sql: str, parameters: Parameters) -> Iterator[pa.Table]:
        """Yield the rows of a query as they come, all of one schema; at least once."""
        text = _without_comments(sql).replace("%", "%%")
        text = _NAMED.sub(lambda found: f"%({found[1]})s", text)
        cursor = self._connection.cursor()
        try:
            cursor.execute(text, dict(parameters))
            schema: Any = self._schema(cursor.description or ())
            yield schema.empty_table()
            while rows := cursor.fetchmany(_BATCH):
                pairs = zip(zip(*rows, strict=True), schema.types, strict=True)
                columns = [_arrow.array(column, kind) for column, kind in pairs]
                yield _arrow.table(columns, schema=schema)
        except (self._error, pa.ArrowException) as error:
            raise self.failure(error, "refused") from error
        finally:
            if cursor._result is not None and not self._connection.open:
                cursor._result.unbuffered_active = False  # nothing is left to read
            cursor.close()

    def _schema(self, description: Sequence[tuple[Any, ...]]) -> pa.Schema:
        """Return names and types of the columns of a result, as Arrow has them."""
        return pa.schema(
            [
                (name, _arrow.decimal128(38, scale) if code in self._decimals else kind)
                for name, code, _, _, _, scale, _ in description
                for kind in [self._types.get(code, pa.string())]
            ]
        )


class OracleServer(_CursorServer):
    """Oracle through python-oracledb in thin mode: results are Arrow."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        driver: Any = import_module("oracledb")
        self._error = driver.Error
        driver.defaults.fetch_lobs = False
        parts = urlsplit(source.value("dsn") or "")
        port = f":{parts.port}" if parts.port else ""
        try:
            self._connection = driver.connect(
                user=parts.username,
                password=source.password,
                dsn=f"{parts.hostname}{port}{parts.path}",
            )
        except self._error as error:
            raise self.failure(error, "cannot be reached") from error

    def batches(self, sql: str, parameters: Parameters) -> Iterator[pa.Table]:
        """Yield the rows of a query as they come, all of one schema; at least once."""
        text = _without_comments(sql)
        named = {name: parameters[name] for name in _NAMED.findall(text)}
        try:
            frames = self._connection.fetch_df_batches(text, named, size=_BATCH)
            for frame in frames:
                found = _arrow.table(frame)
                names = [name.lower() for name in found.column_names]
                yield found.rename_columns(names)
        except self._error as error:
            raise self.failure(error, "refused") from error


def clock(server: Server, sql: str) -> datetime:
    """Return the time of the server, UTC without a zone, to the second."""
    (row,) = server.rows(sql, {})
    return row["now"].replace(microsecond=0)
