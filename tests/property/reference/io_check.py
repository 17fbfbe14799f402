"""The check of input that would have to be moved (JB-80), a rule about the set."""

from __future__ import annotations

from tests.property.reference.chunk_features import Chunk
from tests.property.reference.data import Availability
from tests.property.reference.parameters import Parameters
from tests.property.reference.queues import Queue


def io_check(
    chunk: Chunk,
    survivors: list[Queue],
    availability: Availability,
    parameters: Parameters,
) -> list[Queue]:
    """Return the survivors that stay after the check of input to be moved (JB-80)."""
    cutoff = parameters.number("IO_INTENSITY_CUTOFF")
    exempts = parameters.words("io_exempts")
    if (
        availability.total_size == 0
        or (chunk.is_merging and "merging" in exempts)
        or (chunk.is_es_pure and "event_service" in exempts)
        or chunk.io_intensity <= cutoff
    ):
        return survivors
    limit_mb = parameters.number("SIZE_CUTOFF_TO_MOVE_INPUT") * 1024
    limit_files = parameters.number("NUM_CUTOFF_TO_MOVE_INPUT")
    strict = parameters["io_check_mode"] == "strict"
    passed, tape_only = [], []
    for queue in survivors:
        mb_disk, mb_any = availability.missing_mb(queue)
        n_disk, n_any = availability.missing_files(queue)
        if strict:
            if mb_disk < limit_mb and n_disk < limit_files:
                passed.append(queue)
        elif mb_disk <= limit_mb and n_disk <= limit_files:
            passed.append(queue)
        elif min(mb_disk, mb_any) <= limit_mb and min(n_disk, n_any) <= limit_files:
            tape_only.append(queue)
    if strict:
        return passed
    return passed or tape_only or survivors
