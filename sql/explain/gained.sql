-- title: of the tasks that one criterion kept away, those a queue admits now
-- grain: bit
select
    lifted.bit,
    count(*) filter (
        where nearest_pair.outcome not in ('rejected', 'outside')
    ) as n_tasks,
    coalesce(
        sum(chunk_cores.n_cores) filter (
            where nearest_pair.outcome not in ('rejected', 'outside')
        ),
        0
    )::bigint as n_cores,
    count(*) filter (where nearest_pair.outcome = 'chosen') as n_chosen
from lifted
inner join nearest_pair on lifted.jedi_task_id = nearest_pair.jedi_task_id
inner join chunk_cores on lifted.jedi_task_id = chunk_cores.jedi_task_id
group by lifted.bit
