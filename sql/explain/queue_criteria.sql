-- title: what a queue rejects tasks by: as reported, at all, and alone
-- grain: criterion
-- source: design/screens.md 4; a task whose only failing criterion it is counts as
-- source: alone, with the cores of its jobs
with
    masks as (
        select
            criterion.criterion,
            any_value(criterion.class order by criterion.step) as class,
            min(criterion.step) as step,
            bit_or(1::bigint << criterion.bit) as bits
        from criterion
        where criterion.bit is not null
        group by criterion.criterion
    )

select
    masks.criterion,
    masks.class,
    count(*) filter (where (masks.bits >> nearest_pair.bit) % 2 = 1) as n_reported,
    count(*) as n_fails,
    count(*) filter (where (nearest_pair.reject_mask & ~ masks.bits) = 0) as n_alone,
    coalesce(
        sum(chunk_cores.n_cores) filter (
            where (nearest_pair.reject_mask & ~ masks.bits) = 0
        ),
        0
    )::bigint as n_cores_alone
from nearest_pair
inner join masks on (nearest_pair.reject_mask & masks.bits) <> 0
inner join chunk_cores on nearest_pair.jedi_task_id = chunk_cores.jedi_task_id
where nearest_pair.outcome = 'rejected'
group by masks.criterion, masks.class, masks.step
order by n_alone desc, n_cores_alone desc, n_reported desc, masks.step
