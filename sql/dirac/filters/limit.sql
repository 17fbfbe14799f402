-- criterion: -limit
-- label: limit
-- title: a RunningLimit is reached at every site of the resource that the jobs accept
-- effect: drop
-- class: capacity
-- source: DIRAC's code of today
-- bounds: as many running jobs as the limit drop
-- nulls: jobs that do not have the limited attribute pass
-- differs: checked in profile modern only; three switches, off in all profiles, drop
-- fewer jobs; limits_compat those that hit every attribute whose limit is reached,
-- limit_values_compat none where two owners or two groups are limited,
-- limit_sites_compat those that name each such site
-- note: running jobs of the whole site are counted, for a CE too, by JobType, Owner and
-- OwnerGroup; a limit of another attribute acts only where it is 0; jobs matched in the
-- same cycle count at once
select candidate.*, limited_queue.detail
from candidate
inner join request_place using (seq)
inner join limited_queue using (place_no, tq_id)
