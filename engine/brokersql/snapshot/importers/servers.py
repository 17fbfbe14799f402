"""Connections to database servers: one read-only, consistent view, rows as Arrow.

Statements stand in the dialect of the server, with parameters `:vo`, `:now`, `:task`
and `:name`. The drivers are extras of the package.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from importlib import import_module
from typing import Any
from urllib.parse import parse_qsl, urlsplit, urlunsplit
from urllib.parse import quote as url_quote

import pyarrow as pa

from brokersql.core.errors import SnapshotError, UsageError
from brokersql.snapshot.importers.source import Source

Parameters = Mapping[str, object]
#: Arrow, whose stubs know too little of values of any type.
_arrow: Any = pa
_NAMED = re.compile(r"(?<![:\w]):([a-z]\w*)")
#: Rows of one fetch from a driver that gives Python values.
_BATCH = 50_000
#: What a driver adds to the words of the server.
_OF_THE_DRIVER = re.compile(r"^.*?(?=ERROR:)| Query was: COPY .* TO STDOUT \(.*?\)\.")
#: The code of PostgreSQL for a conflict with recovery on a standby.
_CONFLICT = "40001"


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
    def table(self, sql: str, parameters: Parameters) -> pa.Table:
        """Return all rows of a query."""

    @abstractmethod
    def close(self) -> None:
        """End the transaction and the connection."""

    def rows(self, sql: str, parameters: Parameters) -> list[dict[str, Any]]:
        """Return the rows of a small query by column name."""
        return self.table(sql, parameters).to_pylist()

    def failure(self, error: Exception, what: str) -> SnapshotError:
        """Return the error of a driver as one of ours, without the DSN."""
        dsn = self.source.value("dsn") or ""
        text = " ".join(str(error).split())
        text = _OF_THE_DRIVER.sub("", text)
        text = text.replace(dsn, self.source.name) if dsn else text
        if self.source.password:
            text = text.replace(self.source.password, "***")
        hint = ""
        if _CONFLICT in text:
            hint = "the standby had to cancel it to go on with recovery: try again"
        return SnapshotError(f"{what}: {text}", where=self.source.name, hint=hint)


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


def _positional(sql: str, parameters: Parameters) -> tuple[str, list[object]]:
    """Return a statement with `$1`… for its named parameters, and their values."""
    names = list(dict.fromkeys(_NAMED.findall(_without_comments(sql))))
    text = _NAMED.sub(
        lambda found: f"${names.index(found[1]) + 1}", _without_comments(sql)
    )
    return text, [parameters[name] for name in names]


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

    def table(self, sql: str, parameters: Parameters) -> pa.Table:
        """Return all rows of a query."""
        text, values = _positional(sql, parameters)
        try:
            self._cursor.execute(text, values or None)
            return _plain(self._cursor.fetch_arrow_table())
        except self._error as error:
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
    """MariaDB and MySQL through PyMySQL: rows come in batches, from the server on."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        driver: Any = import_module("pymysql")
        cursors: Any = import_module("pymysql.cursors")
        self._error = driver.MySQLError
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

    def table(self, sql: str, parameters: Parameters) -> pa.Table:
        """Return all rows of a query."""
        text = _without_comments(sql).replace("%", "%%")
        text = _NAMED.sub(lambda found: f"%({found[1]})s", text)
        try:
            with self._connection.cursor() as cursor:
                cursor.execute(text, dict(parameters))
                names = [column[0] for column in cursor.description or ()]
                batches = list(self._batches(cursor, names))
        except self._error as error:
            raise self.failure(error, "refused") from error
        if not batches:
            return _arrow.table({name: _arrow.nulls(0) for name in names})
        return _arrow.concat_tables(batches, promote_options="permissive")

    def _batches(self, cursor: Any, names: list[str]) -> Iterator[pa.Table]:
        while rows := cursor.fetchmany(_BATCH):
            columns = [_arrow.array(column) for column in zip(*rows, strict=True)]
            yield _arrow.table(columns, names=names)


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

    def table(self, sql: str, parameters: Parameters) -> pa.Table:
        """Return all rows of a query."""
        text = _without_comments(sql)
        named = {name: parameters[name] for name in _NAMED.findall(text)}
        try:
            frame = self._connection.fetch_df_all(text, named)
        except self._error as error:
            raise self.failure(error, "refused") from error
        found = _arrow.table(frame)
        return found.rename_columns([name.lower() for name in found.column_names])


def clock(server: Server, sql: str) -> datetime:
    """Return the time of the server, UTC without a zone, to the second."""
    (row,) = server.rows(sql, {})
    return row["now"].replace(microsecond=0)
