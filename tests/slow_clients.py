"""Clients that send a byte now and then, and what a server says to them in the end."""

from __future__ import annotations

import socket
import threading
from collections.abc import Generator, Iterable
from contextlib import ExitStack, contextmanager, suppress


@contextmanager
def slow_clients(
    family: int, address: object, texts: Iterable[str]
) -> Generator[list[socket.socket]]:
    """Send each text on a connection of its own, then bytes until the block ends."""
    ended = threading.Event()
    with ExitStack() as stack:
        links = list[socket.socket]()
        for text in texts:
            link = stack.enter_context(socket.socket(family))
            link.connect(address)  # pyright: ignore[reportArgumentType]
            link.sendall(text.encode())
            links.append(link)

        def dribble() -> None:
            while not ended.wait(0.05):
                for link in links:
                    with suppress(OSError):
                        link.send(b"x")

        dribbling = threading.Thread(target=dribble)
        dribbling.start()
        try:
            yield links
        finally:
            ended.set()
            dribbling.join()


def last_words(link: socket.socket) -> bytes:
    """Return all that is said until the server ends it; empty if it is lost."""
    link.settimeout(60)
    try:
        return link.makefile("rb").read()
    except ConnectionResetError:
        return b""
