-- criterion: -limit
-- label: limit
-- title: a RunningLimit is reached at every site of the resource that the jobs accept
-- effect: drop
-- class: capacity
-- source: DIRAC's code of today
-- bounds: as many running jobs as the limit drop
-- nulls: jobs that do not have the attribute are not limited
-- differs: a condition of profile modern only; off in all profiles: jobs are dropped
-- only that hit all attributes whose limit is reached (limits_compat), not where limits
-- of two owners or two groups are (limit_values_compat), or that name each such site
-- (limit_sites_compat)
-- note: running jobs are counted by JobType, Owner and OwnerGroup, those of the whole
-- site for a CE too; a limit of another attribute acts at 0; jobs matched in the same
-- cycle count at once
select candidate.*, limited_queue.detail
from candidate
inner join request_place using (seq)
inner join limited_queue using (place_no, tq_id)
