"""The files of a policy: regular files inside its folder, of bounded size.

A policy may come from somebody else. A link that leads out of its folder, a pipe or a
device is refused; each file is read once, so what was checked is what runs.
"""

from __future__ import annotations

from pathlib import Path

from brokersql.core.errors import PolicyError
from brokersql.core.folders import read_regular

#: Bytes of a text, and files in one folder of a policy, that are read at most.
MOST_BYTES = 1024 * 1024
MOST_FILES = 2_000


def read_bytes(path: Path, root: Path | None, most: int) -> bytes:
    """Return the bytes of a file of the policy in the folder `root`.

    Without `root` it is one that ships with the package, wherever its links lead.

    Raises:
        OSError: it is no regular file of this folder, is larger than `most` bytes, or
            cannot be read; `strerror` says which.
    """
    place = path.resolve(strict=True)
    if root is not None and not place.is_relative_to(root):
        raise OSError(0, "it is a link that leads out of the folder of the policy")
    content = read_regular(place, most + 1, follows=False)
    if len(content) > most:
        raise OSError(0, f"it is larger than {most >> 20} MiB")
    return content


def read_text(path: Path, shown: str, root: Path | None) -> str:
    """Return the text of a file of a policy; line ends become newlines.

    Raises:
        PolicyError: it cannot be read as such: see `read_bytes`.
    """
    try:
        text = read_bytes(path, root, MOST_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = "the file cannot be read as UTF-8 text"
        raise PolicyError(message, where=shown, hint=str(error)) from error
    except (OSError, RuntimeError) as error:  # a circle of links is the latter
        reason = getattr(error, "strerror", "") or str(error)
        raise PolicyError(
            f"the file cannot be read: {reason}",
            where=shown,
            hint="a policy is regular files inside its folder, at most 1 MiB each",
        ) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def sql_files(folder: Path, shown: str) -> list[Path]:
    """Return the SQL files of a folder of a policy, by name.

    Raises:
        PolicyError: there are too many, or the folder cannot be read.
    """
    try:
        names = [each.name for each in folder.iterdir() if each.suffix == ".sql"]
    except FileNotFoundError:
        return []
    except OSError as error:
        message = f"the folder cannot be read: {error.strerror or error}"
        raise PolicyError(message, where=shown) from error
    if len(names) > MOST_FILES:
        message = f"the folder holds {len(names):,} SQL files, more than {MOST_FILES:,}"
        raise PolicyError(message, where=shown, hint="split the policy")
    return [folder / name for name in sorted(names)]
