"""Decides a large cycle in blocks of consecutive tasks, so that it needs little memory.

Facts are made once for all tasks. Pairs, verdicts and weights are those of one block at
a time; what a task gets does not depend on the blocks, and the rows of all blocks one
after the other are those of the whole cycle in their order.
"""

from __future__ import annotations

from collections.abc import Callable

from brokersql.compiler import PairProgram, Program
from brokersql.core.database import Database
from brokersql.core.sql_files import result_sql
from brokersql.cycle.plan import Options, Plan
from brokersql.cycle.stages import PairStage, PhaseTimer, Stage, reports

#: Pairs of a block, about: a block takes some 250 bytes for each while it is written.
BLOCK_PAIRS = 3_000_000


def decide_in_blocks(
    plan: Plan,
    stage: PairStage,
    clock: PhaseTimer,
    options: Options,
    after_block: Callable[[Stage[Program]], None],
) -> None:
    """Run a plan's program on its stage; call `after_block` for each block.

    Then the pairs are those of the block, and the results those of its tasks. In the
    end the results are those of all tasks again. A cycle that is small, or whose tasks
    depend on each other, is one block. Of a part of the tasks, the results are those
    of the part.

    Raises:
        CycleError: a statement failed on this data.
        UsageError: the cycle is limited to tasks that are not there.
    """
    stage.build_sides(clock, options)
    n_blocks = -(-stage.n_pairs // BLOCK_PAIRS)
    is_part = options.part is not None
    if not is_part and (n_blocks <= 1 or find_obstacle(plan) is not None):
        stage.decide(clock)
        after_block(stage)
        return
    database = stage.database
    for number, of_block in enumerate(_ranges(database, max(n_blocks, 1), options)):
        database.run(result_sql("units_of_tasks", **of_block))
        stage.decide(clock, again=number > 0)
        database.run(result_sql("results_of_tasks", **of_block))
        after_block(stage)
    database.run(result_sql("all_results"))
    stage.has_verdicts = False  # but about the last block


#: Every number of a task is from the first on and before the last.
_ALL_TASKS = (-(2**63), 2**63 - 1)


def _ranges(
    database: Database, n_blocks: int, options: Options
) -> list[dict[str, object]]:
    """Return the first task of each block and the one after its last; note all units.

    The blocks are those of the part that the options name.
    """
    first, after = _ALL_TASKS
    if options.part is not None:
        of_part = (options.part[0], *_ALL_TASKS)
        ((first, after),) = database.rows(result_sql("part_tasks"), of_part)
    database.run(result_sql("every_unit"))
    found = database.records(result_sql("task_blocks"), (n_blocks, first, after))
    return found or [{"first_task": first, "next_task": after}]


def find_obstacle(plan: Plan) -> str | None:
    """Return why a policy cannot be split over tasks, None if it can."""
    # they read SQL, which few cycles need
    from brokersql.compiler.task_independence import find_dependency
    from brokersql.cycle.needed_relations import relations_for

    program = plan.program
    if not isinstance(program, PairProgram) or program.decides != "task":
        return f"it decides about {program.decides}s, not about chunks of tasks"
    if plan.asked is not None:
        return f"it asks {plan.asked.program.policy} about all tasks"
    wanted = relations_for(plan, Options(verdict="full")).wanted
    made = [*program.statements, *reports(program.decides)]
    read = [
        *((each.name, each.sql) for each in made if wanted & {*each.makes}),
        *((name, result_sql(name, program.decides)) for name in program.results),
    ]
    return find_dependency(read)
