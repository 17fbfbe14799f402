"""The rule catalogue: every rule, fact and parameter of a policy as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from brokersql.compiler import compile_policy, relation_of
from brokersql.policy import Parameter, Policy, SourceFile, load_policy
from brokersql.policy.parameters import Value

#: Stage -> what its files are, in the order in which a reader meets them.
_STAGES: Mapping[str, str] = {
    "gates": "Gates: what stops a decision before any pair is looked at",
    "filters": "Filters: what rejects a pair",
    "exemptions": "Exemptions: whom no rule acts upon",
    "timeouts": "Timeouts: what falls due, and what then happens",
    "picks": "Picks: rules about sets of units",
    "set_rules": "Rules about sets of pairs",
    "weights": "Weights: the factors of a survivor",
    "caps": "Caps: what may still keep a survivor out",
    "select": "Selection: from weights to an outcome",
}
_KEYS = ("bounds", "nulls", "differs")
_MADE = "Made by `brokersql policy docs`; change the SQL files, not this page."


def rulebook(policy: Policy, root: str = "../..") -> Iterator[str]:
    """Yield the lines of the page of a policy; `root` leads to the checkout."""
    yield f"# {policy.name}: {policy.title}"
    yield ""
    yield f"{_MADE} Page: {policy.page}. Profiles: {', '.join(policy.profiles)}."
    yield ""
    yield f"One rule is one file: `brokersql policy show {policy.name}/NAME` prints it,"
    yield "and a query of `brokersql sql` may name what it rejects."
    for stage, files in policy.stages:
        if files:
            yield from ("", f"## {_STAGES[stage]}")
            for file in files:
                yield from _rule(file, policy.page, root)
    yield from ("", "## Facts that rules read", "")
    yield from _table(("relation", "one row per", "what it is"), _facts(policy, root))
    yield from ("", "## Parameters", "")
    yield from _parameters(policy)


def mapping(policies: Sequence[str], root: str = "../..") -> Iterator[str]:
    """Yield the lines of the table that leads from a tag of the broker to its file."""
    yield "# From the broker's words to files"
    yield ""
    yield f"{_MADE} A tag is what the log of the running broker says (`criteria=…`),"
    yield "or what brokersql says where the log has no word of its own."
    yield ""
    rows = sorted(
        (
            f"`{file.header.text('criterion')}`",
            policy.name,
            f"[{file.stem}]({root}/{file.shown})",
            _escaped(file.header.text("title")),
        )
        for policy in map(load_policy, policies)
        for file in policy.rules
    )
    yield from _table(("tag", "policy", "file", "what it says"), iter(rows))


def _rule(file: SourceFile, page: str, root: str) -> Iterator[str]:
    header = file.header
    tag = header.text("criterion")
    yield from ("", f"### {file.stem}" + (f" `{tag}`" if tag else ""), "")
    yield _sentence(header.text("title"))
    words = {
        "effect": file.effect,
        "class": header.text("class"),
        "label": file.label,
    }
    described = [f"{name} {word}" for name, word in words.items() if word]
    if described:
        yield from ("", _sentence(", ".join(described)))
    yield ""
    for key in _KEYS:
        if header.text(key):
            yield f"- {key}: {_escaped(header.text(key))}"
    yield f"- source: {_escaped(header.source(page)) or 'none'}"
    yield f"- file: [{file.shown}]({root}/{file.shown})"


def _facts(policy: Policy, root: str) -> Iterator[tuple[str, ...]]:
    made = {statement.name for statement in compile_policy(policy).statements}
    for file in sorted(policy.facts, key=lambda each: each.stem):
        if relation_of(file) in made:
            grain = ", ".join(file.grain) or "one row in all"
            title = _escaped(file.header.text("title"))
            yield f"[{file.stem}]({root}/{file.shown})", grain, title


def _parameters(policy: Policy) -> Iterator[str]:
    others = [each for each in policy.profiles if each != policy.profiles[0]]
    columns = ("parameter", "unit", policy.profiles[0], *others, "read from", "meaning")
    yield from _table(columns, (_parameter(each, others) for each in policy.parameters))


def _parameter(parameter: Parameter, others: Sequence[str]) -> tuple[str, ...]:
    own = dict(parameter.defaults)
    key = parameter.key or parameter.name
    place = f"{parameter.component}.{key}" if parameter.component else ""
    return (
        f"`{parameter.name}`" + (f" per {parameter.per}" if parameter.per else ""),
        parameter.unit,
        _value(parameter.default),
        *(_value(own[each]) if each in own else "" for each in others),
        place,
        _escaped(parameter.meaning),
    )


def _value(value: Value) -> str:
    """Return a default as a reader knows it.

    >>> _value(True), _value(("a", "b")), _value(None), _value(0.5)
    ('`true`', '`a, b`', '–', '`0.5`')
    """
    match value:
        case None:
            return "–"
        case bool():
            return "`true`" if value else "`false`"
        case tuple():
            return f"`{', '.join(map(str, value))}`" if value else "none"
        case _:
            return f"`{value}`" if str(value) else "empty"


def _table(columns: Sequence[str], rows: Iterator[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(columns)} |"
    yield f"|{'---|' * len(columns)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _sentence(text: str) -> str:
    """Return a title as a sentence.

    >>> _sentence("too few cores")
    'Too few cores.'
    """
    return f"{_escaped(text[:1].upper() + text[1:])}."


def _escaped(text: str) -> str:
    r"""Return text that means itself in a table of Markdown.

    >>> _escaped("a | b < c * d")
    'a \\| b &lt; c \\* d'
    """
    for sign, safe in (("|", "\\|"), ("<", "&lt;"), ("*", "\\*"), ("_", "\\_")):
        text = text.replace(sign, safe)
    return text
