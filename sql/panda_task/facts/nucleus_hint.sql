-- title: does any queue of a nucleus pass the job brokerage, and what do others fail?
-- grain: jedi_task_id, nucleus
-- note: the job brokerage without a nucleus
with
    by_reason as (
        select
            asked_pair.jedi_task_id,
            nucleus_member.nucleus,
            asked_pair.criterion,
            count(*) as n_queues
        from asked_pair
        inner join nucleus_member using (queue_name)
        group by all
    )

select
    jedi_task_id,
    nucleus,
    coalesce(sum(n_queues) filter (criterion is null), 0) > 0 as can_run,
    string_agg(n_queues || ' × ' || criterion, ', ' order by n_queues desc, criterion) as reasons
from by_reason
where criterion is distinct from '-not_candidate'
group by jedi_task_id, nucleus
