-- title: what is done to which job by which rule; the strongest of a job is marked
select
    getvariable('policy') as policy,
    action.panda_id,
    action.rule_id,
    action.action,
    action.code,
    action.age_s,
    action.is_strongest
from action
order by action.panda_id, action.is_strongest desc, action.step
