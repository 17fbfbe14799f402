"""The slow, obvious reference of the production job brokerage, in plain Python.

It follows the same specification as the SQL policy and shares no code with it: lists,
dicts and loops, no database. Property tests hold the two equal on random worlds, the
recorded decisions of the running system hold it to reality, and the benchmark uses it
as its peer.

    from tests.property.reference.brokerage import broker
    from tests.property.reference.world import load_world

    outcomes = broker(load_world(folder), profile="asrun", parameters=None, seed=1)

The modules `task_brokerage`, `timeouts` and `dirac` are the same for other policies.
"""

from __future__ import annotations
