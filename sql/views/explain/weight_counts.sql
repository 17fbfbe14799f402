-- title: how many of the weighed pairs one criterion decides, and of tasks and queues
-- grain: one row
-- note: for what is said of pairs after the filters
with
    pairs as (
        select
            weighed.jedi_task_id,
            if(weighed.is_chosen, weighed.criterion, loss_of(weighed.criterion))
            = $1 as is_recorded
        from weighed
    ),

    whole as (
        select
            count(*) as n_whole,
            count(*) filter (
                where nearest_pair.outcome = 'weighed' and nearest_pair.loss = $1
            ) as n_barred
        from nearest_pair
        where nearest_pair.outcome in ('chosen', 'weighed')
    )

select
    count(*) as n_pairs,
    count(*) filter (where pairs.is_recorded) as n_fails,
    count(*) filter (where pairs.is_recorded) as n_reported,
    count(distinct pairs.jedi_task_id) as n_tasks,
    count(distinct pairs.jedi_task_id) filter (
        where pairs.is_recorded
    ) as n_tasks_touched,
    any_value(whole.n_whole) as n_whole,
    any_value(whole.n_barred) as n_barred
from whole
left join pairs on true
