-- title: how many of the weighed pairs one criterion decides, and of tasks and queues
-- grain: one row
-- note: for what is said of pairs after the filters
with
    pairs as (
        select jedi_task_id, if(is_chosen, criterion, loss_of(criterion)) = $1 as is_recorded
        from weighed
    ),
    whole as (
        select
            count(*) as n_whole,
            count(*) filter (where outcome = 'weighed' and loss = $1) as n_barred
        from nearest_pair
        where outcome in ('chosen', 'weighed')
    )

select
    count(*) as n_pairs,
    count(*) filter (where pairs.is_recorded) as n_fails,
    count(*) filter (where pairs.is_recorded) as n_reported,
    count(distinct pairs.jedi_task_id) as n_tasks,
    count(distinct pairs.jedi_task_id) filter (where pairs.is_recorded) as n_tasks_touched,
    any_value(whole.n_whole) as n_whole,
    any_value(whole.n_barred) as n_barred
from whole
left join pairs on true
