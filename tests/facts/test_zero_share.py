"""Fairshare policies: the grammar, and the sub-policy that decides."""

from __future__ import annotations

from collections.abc import Sequence

from tests.facts.world import ASRUN, Row, World

LEGACY: Row = {**ASRUN, "zeroshare_implicit_zero": True}
SKIPPING: Row = {**ASRUN, "zeroshare_merge_skips_priority_rule": True}


def chunk(kind: str | None = "evgen", priority: int | None = 500, **own: object) -> Row:
    """Return what one chunk shows to policies."""
    shown = {"processing_type": kind, "current_priority": priority, "gshare": "Express"}
    return {**shown, **own}


def merging(priority: int) -> Row:
    """Return what a chunk of merge jobs shows."""
    return {**chunk(priority=priority), "is_merging": True}


def world_of(
    policies: Sequence[str | None], chunks: Sequence[Row], parameters: Row = ASRUN
) -> World:
    """Return one queue per policy and one task with one chunk per row."""
    return World(
        parameters,
        queue=[
            {"queue_name": f"Q{number}", "fairshare_policy": policy}
            for number, policy in enumerate(policies)
        ],
        task=[
            {k: v for k, v in shown.items() if k != "is_merging"}
            | {"jedi_task_id": number}
            for number, shown in enumerate(chunks)
        ],
        input_chunk=[
            {"jedi_task_id": number, "chunk_no": 0, "is_merging": "is_merging" in shown}
            for number, shown in enumerate(chunks)
        ],
    )


def outcomes(
    cases: Sequence[tuple[str | None, Row]], parameters: Row = ASRUN
) -> list[tuple[bool, int | None]]:
    """Return per case whether the policy refuses the chunk, and the deciding rule."""
    world = world_of([c[0] for c in cases], [c[1] for c in cases], parameters)
    decided = {
        (row["zero_share_no"], row["queue_name"]): (row["is_refused"], row["rule_no"])
        for row in world.rows("zero_share")
    }
    return [
        decided.get((row["zero_share_no"], f"Q{row['jedi_task_id']}"), (False, None))
        for row in world.rows("zero_share_request")
    ]


MIXED = "type=evgen:100%,type=simul:100%,type=any:0%"
PRIORITY = "priority>500:0,type=simul:100%,type=any:0%"
SHARES = "gshare=Express*:100%,gshare=any:0%"
GROUPS = "group=(AP_Higgs|AP_Susy):0%"
USER = "User Analysis"
OLDER, NEWER = "type=evgen:100%,type=any:0%", "gshare=Express:100%"
LATER = "type=evgen:100%,gshare=Express:100%,type=any:0%"
JOINED, MERGED = "type=evgen:priority>500:0", "type=simul:priority>500:0"
BROKEN = "type=simul:group=(:0,type=any:0"
#: The outcomes: is the chunk refused, and by which sub-policy?
NO: tuple[bool, int | None] = (False, None)

#: name: (policy, chunk, outcome)
CASES: dict[str, tuple[str | None, Row, tuple[bool, int | None]]] = {
    "no policy": (None, chunk(), NO),
    "empty policy": ("", chunk(), NO),
    "first applies": (MIXED, chunk("evgen"), (False, 0)),
    "last applies": (MIXED, chunk("recon"), (True, 2)),
    "none applies": ("type=evgen:100%", chunk("recon"), NO),
    "test type": ("type=any:0%", chunk("validation"), NO),
    "others": ("type=others:0%", chunk("panda-client-1.5"), (True, 0)),
    "no type": ("type=others:0%", chunk(None), (True, 0)),
    "known type is no other": ("type=others:0%", chunk("merge"), NO),
    "priority above": (PRIORITY, chunk("simul", 501), (True, 0)),
    "priority at": (PRIORITY, chunk("simul", 500), (False, 1)),
    "priority below": (PRIORITY, chunk("evgen", 50), (True, 2)),
    "order hides": (MIXED + ",priority>500:0%", chunk("evgen", 1000), (False, 0)),
    "type before gshare": (f"{OLDER},{NEWER}", chunk("simul"), (True, 1)),
    "gshare before type": (LATER, chunk("simul"), (False, 1)),
    "star": (SHARES, chunk(gshare="Express Analysis"), (False, 0)),
    "any": (SHARES, chunk(gshare=USER), (True, 1)),
    "no gshare": ("gshare=Test:0", chunk(gshare=None), (True, 0)),
    "whole text": ("gshare=Express:0", chunk(gshare="Express Analysis"), NO),
    "case-sensitive": ("type=Evgen:0", chunk(), NO),
    "group": (GROUPS, chunk(working_group="AP_Higgs"), (True, 0)),
    "no group": (GROUPS, chunk(), NO),
    "empty group": ("group=:0", chunk(), (True, 0)),
    "ungrouped alternatives": ("group=A|B:0", chunk(working_group="A_more"), NO),
    "fields are joined": (JOINED, chunk("evgen", 501), (True, 0)),
    "one field fails": (JOINED, chunk("simul", 501), NO),
    "repeated field": ("type=simul:type=evgen:0", chunk("simul"), NO),
    "at most": ("priority<=500:0", chunk(priority=500), (True, 0)),
    "blanks": ("priority > 499 :0", chunk(priority=500), (True, 0)),
    "negative": ("priority<-5:0", chunk(priority=-6), (True, 0)),
    "decimal": ("priority>499.5:0", chunk(priority=500), (True, 0)),
    "word alone": ("priority:0", chunk(priority=500), (True, 0)),
    "word alone, zero": ("priority:0", chunk(priority=0), NO),
    "word alone, none": ("priority:0", chunk(priority=None), NO),
    "unreadable": ("priority>abc:0", chunk(), (True, 0)),
    "assignment": ("priority=1:0", chunk(), (True, 0)),
    "code is text": ("priority>__import__('os').abort():0", chunk(), (True, 0)),
    "no priority, order": ("priority>500:0", chunk(priority=None), (True, 0)),
    "no priority, equal": ("priority==500:0", chunk(priority=None), NO),
    "no priority, unequal": ("priority!=500:0", chunk(priority=None), (True, 0)),
    "merging": ("priority>500:0", merging(50), (True, 0)),
    "merging, other type": (MERGED, merging(50), NO),
    "0": ("0", chunk(), (True, 0)),
    "0%": ("0%", chunk(), (True, 0)),
    "100%": ("100%,0", chunk(), (False, 0)),
    "0.0%": ("type=evgen:0.0%,0", chunk(), (False, 0)),
    "00": ("type=evgen:00,0", chunk(), (False, 0)),
    "0 %": ("type=evgen:0 %,0", chunk(), (False, 0)),
    "empty sub-policy": (",type=any:0%", chunk(), (False, 0)),
    "unknown field": ("foo=bar:0%", chunk(), (True, 0)),
    "value is a field": ("priority>5:0%:type=simul", chunk(), NO),
    "semicolon": ("type=evgen:100%;type=any:0%", chunk(), (True, 0)),
    "invalid, reached": ("type=(evgen:0%,type=any:0%", chunk(), (False, 0)),
    "invalid, not reached": ("type=evgen:0%,type=(evgen:0%", chunk(), (True, 0)),
    "invalid behind a mismatch": (BROKEN, chunk(), (True, 1)),
    "unsupported": ("type=(?!simul).*:0%,type=any:0%", chunk(), (False, 0)),
}


def test_every_rule_of_the_grammar() -> None:
    found = outcomes([(policy, shown) for policy, shown, _ in CASES.values()])
    expected = {name: outcome for name, (_, _, outcome) in CASES.items()}
    assert dict(zip(CASES, found, strict=True)) == expected


def test_merging_chunks_may_skip_a_rule_with_a_priority() -> None:
    cases = [
        ("priority>500:0", merging(1000)),
        ("priority>500:0,type=any:0", merging(50)),
        ("priority>500:0", chunk(priority=1000)),
    ]
    assert outcomes(cases) == [(True, 0), (True, 0), (True, 0)]
    assert outcomes(cases, SKIPPING) == [NO, (True, 1), (True, 0)]


#: the older page: (policy, type, refused as run, refused there)
IMPLICIT = [
    ("type=evgensimul:100%", "evgen", False, False),
    ("type=evgensimul:100%", "simul", False, False),
    ("type=evgensimul:100%", "recon", False, True),
    ("type=evgensimul:0%", "evgen", False, True),
    ("type=evgen:100%", "simul", False, True),
    ("type=evgen:100%", "validation", False, False),
    ("type=evgen:100%,type=any:100%", "simul", False, False),
    ("type=evgen:0%", "simul", False, False),
    ("gshare=Express:100%", "simul", False, False),
    ("type=evgen:100%,gshare=Express:50%", "simul", False, False),
]


def test_the_older_page_gives_zero_to_types_not_named() -> None:
    asked = [(policy, chunk(kind)) for policy, kind, *_ in IMPLICIT]
    asrun, older = (outcomes(asked, each) for each in (ASRUN, LEGACY))
    assert [
        (policy, kind, asrun[n][0], older[n][0])
        for n, (policy, kind, *_) in enumerate(IMPLICIT)
    ] == IMPLICIT


def test_policies_are_parsed_once() -> None:
    policy = "type=ev*:priority>=5.5:0%"
    (rule,) = world_of([policy, policy], []).rows("zero_share_rule")
    assert rule == {
        "policy": policy,
        "rule_no": 0,
        "rule": policy,
        "type_pattern": "ev.*",
        "group_pattern": None,
        "gshare_pattern": None,
        "has_priority": True,
        "priority_operator": ">=",
        "priority_value": 5.5,
        "is_zero": True,
        "is_broken": False,
    }


def test_sub_policies_are_numbered() -> None:
    """The word priority alone asks for any but 0; what is not named comes last."""
    world = world_of(["priority:0,type=evgen:100%"], [chunk("simul")], LEGACY)
    columns = ("rule", "priority_operator", "priority_value", "is_zero")
    found = {
        row["rule_no"]: tuple(row[name] for name in columns)
        for row in world.rows("zero_share_rule")
    }
    assert found == {
        0: ("priority:0", "true", 0.0, True),
        1: ("type=evgen:100%", None, None, False),
        2: ("types not named", None, None, True),
    }
    assert world.rows("zero_share_pattern") == [
        {"kind": "type", "pattern": "evgen", "is_valid": True, "matches": []}
    ]


def test_priorities_count_as_classes_only() -> None:
    chunks = [chunk(priority=priority) for priority in range(0, 1000, 10)]
    without = world_of([MIXED], chunks).rows("zero_share_request")
    assert len({row["zero_share_no"] for row in without}) == 1
    world = world_of(["priority>500:0,priority<100:0"], chunks)
    shown = world.rows("zero_share_request")
    assert len({row["zero_share_no"] for row in shown}) == 5
    refused = {r["zero_share_no"] for r in world.rows("zero_share") if r["is_refused"]}
    left = [row["priority"] for row in shown if row["zero_share_no"] not in refused]
    assert sorted(left) == list(range(100, 501, 10))


def test_the_number_depends_on_no_order() -> None:
    chunks = [chunk("evgen", 1), chunk("simul", 600), chunk("evgen", 600), chunk(None)]
    policies = [PRIORITY, SHARES, GROUPS]
    worlds = world_of(policies, chunks), world_of(policies[::-1], chunks[::-1])
    forward, backward = (
        [row["zero_share_no"] for row in world.rows("zero_share_request")]
        for world in worlds
    )
    assert forward == backward[::-1]


def test_what_is_unusable_in_a_policy_is_reported() -> None:
    policies = [
        MIXED,
        "type=(evgen:0%,type=any:0%",
        "type=evgen:0,priority>abc:0,priority=1:0,priority:0",
        "TYPE=evgen:gshare=any:0%,0",
    ]
    world = world_of(policies, [])
    found = {
        (policies.index(row["policy"]), row["rule_no"], row["problem"])
        for row in world.rows("zero_share_problem")
    }
    assert found == {
        (1, 0, "type=(evgen:0%: no regular expression of RE2, ends the policy"),
        (2, 1, "priority>abc:0: no comparison with a priority, left out"),
        (2, 2, "priority=1:0: no comparison with a priority, left out"),
        (3, 0, "TYPE=evgen: unknown field, left out"),
    }
