-- title: what a queue rejects tasks by: as reported, at all, and alone
-- grain: bit
-- source: design/screens.md 4; a task that fails this rule and no other counts as
-- source: alone, with the cores of its jobs
select
    criterion.bit,
    count(*) filter (where criterion.bit = nearest_pair.bit) as n_reported,
    count(*) as n_fails,
    count(*) filter (where nearest_pair.n_failing = 1) as n_alone,
    coalesce(
        sum(chunk_cores.n_cores) filter (where nearest_pair.n_failing = 1), 0
    )::bigint as n_cores_alone
from nearest_pair
inner join criterion on has_bit(nearest_pair.reject_mask, criterion.bit)
inner join chunk_cores on nearest_pair.jedi_task_id = chunk_cores.jedi_task_id
where nearest_pair.outcome = 'rejected'
group by criterion.bit, criterion.step
order by n_alone desc, n_cores_alone desc, n_reported desc, criterion.step
