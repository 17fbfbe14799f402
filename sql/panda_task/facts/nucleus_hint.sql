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
        inner join nucleus_member on asked_pair.unified_name = nucleus_member.queue_name
        group by all
    )

select
    by_reason.jedi_task_id,
    by_reason.nucleus,
    coalesce(sum(by_reason.n_queues) filter (by_reason.criterion is null), 0)
    > 0 as can_run,
    string_agg(
        by_reason.n_queues || ' × ' || by_reason.criterion,
        ', '
        order by by_reason.n_queues desc, by_reason.criterion
    ) as reasons
from by_reason
where by_reason.criterion is distinct from '-not_candidate'
group by by_reason.jedi_task_id, by_reason.nucleus
