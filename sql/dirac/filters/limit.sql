-- criterion: -limit
-- title: a RunningLimit is reached at every site of the resource that the jobs accept
-- class: capacity
-- source: DIRAC's code of today
-- bounds: where as many jobs run as the limit says, it is reached; one accepted site
-- below its limit is enough to pass
-- nulls: jobs that do not have the limited attribute pass; a resource that asks for one
-- job obeys no limit
-- differs: checked in profile modern, and where CheckJobLimits says so; three switches,
-- off in all profiles, spare some jobs, limits_compat those that miss one attribute whose
-- limit is reached,
-- limit_values_compat those that hit a limit of several owners or groups,
-- limit_sites_compat those that do not name each site whose limit is reached
-- note: running jobs of the whole site are counted, also for a limit of one of its CEs,
-- by JobType, Owner and OwnerGroup; a limit of another attribute counts no job, so it is
-- reached only where it is set to 0; jobs matched in the same cycle count at once
select candidate.*, limited_queue.detail
from candidate
inner join request_place using (seq)
inner join limited_queue using (place_no, tq_id)
