-- title: what a queue rejects tasks by: as reported, at all, and alone
-- grain: bit
-- note: a task that fails this rule and no other, and that no gate holds, counts as
-- alone, with the cores of its jobs
select
    criterion.criterion,
    parse_filename(criterion.file, true) as rule,
    criterion.class,
    count(*) filter (where criterion.bit = nearest_pair.bit) as reported,
    count(*) as fails,
    count(*) filter (where nearest_pair.is_barred and nearest_pair.n_failing = 1) as alone,
    coalesce(
        sum(chunk_cores.n_cores) filter (
            where nearest_pair.is_barred and nearest_pair.n_failing = 1
        ),
        0
    )::bigint as cores,
    criterion.bit
from nearest_pair
inner join criterion on has_bit(nearest_pair.reject_mask, criterion.bit)
inner join chunk_cores using (jedi_task_id)
where nearest_pair.outcome = 'rejected'
group by criterion.bit, criterion.step, criterion.criterion, criterion.file, criterion.class
order by alone desc, cores desc, reported desc, criterion.step
