-- title: what is done to which job by which rule; the strongest of a job is marked
select getvariable('policy') as policy, panda_id, rule_id, action, code, age_s, is_strongest
from action
order by panda_id, is_strongest desc, step
