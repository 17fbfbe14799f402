-- criterion: -owner_group
-- title: the jobs are of a group that the pilot does not take
-- class: policy
-- source: T025, T026
-- bounds: one of several groups is enough
-- nulls: a pilot that is not private takes all groups; so does, in DIRAC's code of today,
-- one that is generic, sends no group and is of no vo
-- differs: in DIRAC's code of today a generic pilot takes the groups that it sends, else
-- those of its vo only, and of a vo without groups no jobs at all; the vo is that of the
-- group that asks, and a pilot that is not generic takes the jobs of that group
select
    candidate.*,
    format('jobs of {}, pilot of {}', task_queue.owner_group, shown(request.groups)) as detail
from candidate
inner join request using (seq)
inner join task_queue using (tq_id)
where not list_contains(request.groups, task_queue.owner_group)
