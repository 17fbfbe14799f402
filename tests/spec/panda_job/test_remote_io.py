"""-remoteio: a task that only reads its input directly needs a queue that can."""

from __future__ import annotations

from tests.spec.check import Spec

WITHOUT = "no direct access over LAN, the task allows nothing else"


def test_the_queue_must_read_directly_from_the_local_storage(spec: Spec) -> None:
    """Over LAN: access over WAN does not help, and unknown access is none. A maximal
    input size of -1 says that the queue always reads directly (E). Only tasks that use
    nothing else are asked, by the split rule IL with 2; with 1 the task may read
    directly, but need not. Merge jobs (7) copy their input in any case; who is not said
    to merge (8) does not."""
    spec.check(
        queue="""
            queue_name | direct_access_lan | direct_access_wan | max_input_size
            A          | true              | false             |
            B          | false             | false             | 0
            C          |                   |                   |
            D          | false             | true              |
            E          | false             | false             | -1
        """,
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8, "
        "split_rule: | IL=0 | IL=1 | NF=1,IL=2 | IL=20 | XIL=2 | IL=2 | IL=2, "
        "is_merging: false | false | false | false | false | false | true |",
        expected=dict.fromkeys((4, 8), dict.fromkeys("BCD", WITHOUT)),
    )
