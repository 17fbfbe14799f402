-- title: does any queue of a nucleus pass the job brokerage, and what do others fail?
-- grain: jedi_task_id, nucleus
-- source: spec/production.md 2.4 TB-50, 4.5: the job brokerage without a nucleus
with
    told as (
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
    told.jedi_task_id,
    told.nucleus,
    coalesce(sum(told.n_queues) filter (told.criterion is null), 0) > 0 as can_run,
    string_agg(
        told.n_queues || ' × ' || told.criterion,
        ', '
        order by told.n_queues desc, told.criterion
    ) as reasons
from told
where told.criterion is distinct from '-not_candidate'
group by told.jedi_task_id, told.nucleus
