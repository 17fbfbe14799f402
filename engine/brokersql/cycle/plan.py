"""What a cycle runs: a compiled policy, the one that it asks, and their parameters."""

from __future__ import annotations

from dataclasses import dataclass, replace

from brokersql.compiler import Program, compile_policy
from brokersql.core.database import Database
from brokersql.cycle.options import Options
from brokersql.cycle.result_tables import LEFT_OUT, TABLES
from brokersql.cycle.stages import result_sql
from brokersql.policy import (
    Parameters,
    Policy,
    known_settings,
    load_policy,
    resolve_parameters,
)


@dataclass(frozen=True, slots=True)
class Plan:
    """A compiled policy, and the plan of the policy that it asks, if it asks one.

    `source` is the shipped name or the folder of the policy.
    """

    source: str
    policy: Policy
    program: Program
    asked: Plan | None

    @classmethod
    def of(cls, source: str) -> Plan:
        """Return the plan of a policy.

        Raises:
            UsageError: there is no such policy.
            PolicyError: it is faulty.
        """
        policy = load_policy(source)
        program = compile_policy(policy)
        asked = None if policy.asks is None else cls.of(policy.asks)
        return cls(source, policy, program, asked)

    @property
    def programs(self) -> tuple[Program, ...]:
        """Return the programs in the order in which they run."""
        before = () if self.asked is None else self.asked.programs
        return (*before, self.program)

    def known(self, options: Options) -> Options:
        """Return options with those settings alone that the policy has."""
        return replace(options, settings=known_settings(self.policy, options.settings))


def kept_tables(program: Program, options: Options) -> list[str]:
    """Return the names of the result tables of a program that options keep."""
    left_out = LEFT_OUT[options.verdict]
    return [name for name in TABLES if name in program.results and name not in left_out]


def places_jobs(parameters: Parameters) -> bool:
    """Return whether the parameter `place` is set."""
    return parameters.has("place") and parameters.scalar("place") is True


def parameters_in_force(
    database: Database, policy: str, options: Options
) -> tuple[Parameters, int]:
    """Return the parameters and the seed of a cycle on a loaded snapshot.

    Raises:
        UsageError: an unknown profile or parameter, or a value of another type.
    """
    vo, recorded_seed = database.rows(result_sql("snapshot_seed"))[0]
    seed = options.seed if options.seed is not None else int(str(recorded_seed or 0))
    settings = database.rows(result_sql("gdp_config"))
    parameters = resolve_parameters(
        load_policy(policy),
        options.profile,
        options.settings,
        settings,
        str(vo or ""),
        seed,
    )
    return parameters, seed
