"""Where a service listens, and the token that it may ask for.

It listens on a socket in the state's folder, or on a loopback port.
"""

from __future__ import annotations

import ipaddress
import os
import secrets
import socket
import stat
from dataclasses import dataclass
from pathlib import Path

from brokersql.core.errors import UsageError

#: The socket that a service listens on by default.
SOCKET = "socket"

_UNIX = "unix:"


@dataclass(frozen=True, slots=True)
class Address:
    """A path of a Unix socket, or a loopback host and port (0: any free one)."""

    path: Path | None = None
    host: str = ""
    port: int = 0

    def __str__(self) -> str:
        if self.path is not None:
            return f"{_UNIX}{self.path}"
        return f"http://{self.shown_host}:{self.port}"

    @property
    def shown_host(self) -> str:
        """Return the host as a URL has it."""
        return f"[{self.host}]" if ":" in self.host else self.host or "localhost"

    @property
    def host_names(self) -> frozenset[str]:
        """Return what the header Host of a request can be."""
        if self.path is not None:
            return frozenset({"localhost"})
        names = (self.shown_host, "localhost")
        return frozenset(f"{name}:{self.port}" for name in names)

    @property
    def family(self) -> socket.AddressFamily:
        """Return which kind of socket it is."""
        if self.path is not None:
            return socket.AF_UNIX
        return socket.AF_INET6 if ":" in self.host else socket.AF_INET

    @property
    def socket_address(self) -> str | tuple[str, int]:
        """Return it as the calls of sockets take it."""
        return str(self.path) if self.path is not None else (self.host, self.port)


def parse_address(text: str) -> Address:
    """Return the address behind `unix:PATH`, `HOST:PORT` or a URL of these.

    >>> str(parse_address("127.0.0.1:8420")), str(parse_address("unix:/tmp/s"))
    ('http://127.0.0.1:8420', 'unix:/tmp/s')

    Raises:
        UsageError: it is none, or not one of this machine alone.
    """
    if text.startswith(_UNIX):
        return Address(path=Path(text.removeprefix(_UNIX)))
    host, _, port = text.removeprefix("http://").rstrip("/").rpartition(":")
    host = host.strip("[]")
    if host == "localhost":
        host = "127.0.0.1"
    try:
        is_local = ipaddress.ip_address(host).is_loopback
        number = int(port)
    except ValueError:
        raise UsageError(
            f"{text} is no address", hint="127.0.0.1:8420, or unix:PATH"
        ) from None
    if not 0 <= number < 1 << 16:
        raise UsageError(f"{text} has no port", hint="a port is a number up to 65535")
    if not is_local:
        raise UsageError(
            f"{text} can be reached from other machines",
            hint="it listens on 127.0.0.1 or unix:PATH; let ssh bring it nearer",
        )
    return Address(host=host, port=number)


_TOKEN_BYTES = 4096


def read_token(path: Path) -> str:
    """Return the token in a file of its owner alone; a new one where there is none.

    Raises:
        UsageError: others can read the file, or it holds no token.
    """
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        with os.fdopen(os.open(path, flags, 0o600), "w", encoding="ascii") as new:
            new.write(f"{secrets.token_urlsafe(32)}\n")
    except FileExistsError:
        pass
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        with os.fdopen(handle, "rb") as file:
            found = os.fstat(file.fileno())
            content = file.read(_TOKEN_BYTES) if stat.S_ISREG(found.st_mode) else b""
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    if found.st_mode & 0o077:
        raise UsageError(f"{path} can be read by others", hint=f"chmod 600 {path}")
    token = content.decode("ascii", "replace").strip()
    if not token or not token.isprintable() or " " in token or "\ufffd" in token:
        raise UsageError(
            f"{path} holds no token", hint="one line of letters, digits and signs"
        )
    return token
