-- title: with moves, of the tasks that only the criteria of a mask kept away those that
-- come in, and all that are shut out
-- grain: one row
-- nulls: without such a task all counts are 0
select
    count(*) filter (where is_lifted and is_in) as n_tasks,
    coalesce(sum(n_cores) filter (where is_lifted and is_in), 0)::bigint as n_cores,
    count(*) filter (where is_exact and is_in) as n_exact,
    count(*) filter (where is_lifted and outcome = 'chosen') as n_chosen,
    count(*) filter (where was_in and not is_in) as n_lost
from
    (
        select
            nearest_pair.outcome,
            chunk_cores.n_cores,
            nearest_pair.outcome not in ('rejected', 'outside') as is_in,
            pair_before.outcome not in ('rejected', 'outside') as was_in,
            pair_before.is_barred and (pair_before.reject_mask & ~ asked.mask) = 0 as is_lifted,
            pair_before.is_barred and pair_before.reject_mask = asked.mask as is_exact
        from pair_before
        cross join (select ?::bigint as mask) as asked
        inner join nearest_pair on pair_before.jedi_task_id = nearest_pair.jedi_task_id
        inner join chunk_cores on pair_before.jedi_task_id = chunk_cores.jedi_task_id
    ) as tasks
