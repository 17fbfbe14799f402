-- title: rejected queues of one chunk by how little is missing
-- grain: unified_name
-- source: design/screens.md 2 and 3: of the pseudo queues of a unified one the nearest
-- source: counts, with fewest failing criteria, then the one that came furthest
-- nulls: a shortfall is the part that is missing, NULL without two numbers
with
    pairs as (
        select
            failing_pair.queue_name,
            failing_pair.unified_name,
            count(*) as n_failing,
            min(failing_pair.bit) as bit,
            first(failing_pair.detail order by failing_pair.bit) as detail,
            first(failing_pair.operator order by failing_pair.bit) as operator,
            first(failing_pair.asked order by failing_pair.bit) as asked,
            first(failing_pair.offered order by failing_pair.bit) as offered
        from failing_pair
        where failing_pair.chunk_no = ?
        group by failing_pair.queue_name, failing_pair.unified_name
    ),

    nearest as (
        select pairs.*, criterion.criterion, criterion.step
        from pairs
        inner join criterion on pairs.bit = criterion.bit
        inner join ladder on pairs.bit = ladder.bit
        left join
            weighed
            on pairs.unified_name = weighed.unified_name
            and weighed.jedi_task_id = ?
            and weighed.chunk_no = ?
        where not ladder.is_frame and weighed.unified_name is null
        qualify
            row_number() over (
                partition by pairs.unified_name
                order by
                    pairs.queue_name = pairs.unified_name,
                    pairs.n_failing,
                    criterion.step desc,
                    pairs.queue_name
            )
            = 1
    )

select
    nearest.queue_name,
    nearest.unified_name,
    nearest.n_failing::integer as n_failing,
    nearest.bit,
    nearest.criterion,
    nearest.detail,
    nearest.operator,
    nearest.asked,
    nearest.offered,
    coalesce(
        unit_after(nearest.detail, nearest.asked),
        unit_after(nearest.detail, nearest.offered)
    ) as unit,
    abs(nearest.asked - nearest.offered) / nullif(
        greatest(abs(nearest.asked), abs(nearest.offered)), 0
    ) as shortfall_fraction
from nearest
order by
    nearest.n_failing,
    shortfall_fraction nulls last,
    nearest.step desc,
    nearest.queue_name
