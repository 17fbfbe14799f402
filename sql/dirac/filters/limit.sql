-- criterion: -limit
-- label: limit
-- title: RunningLimit of the site is reached for what the jobs are or ask for, as their
-- JobType or owner
-- effect: drop
-- class: capacity
-- source: running system
-- bounds: as many running jobs as the limit drop
-- nulls: jobs that do not have the attribute are not limited
-- differs: a condition of profile modern only; the code of DIRAC drops less: jobs that
-- hit all limited attributes (limits_compat), not for two owners or groups
-- (limit_values_compat), jobs that name each limited site (limit_sites_compat)
-- note: jobs matched in the same cycle count at once
select candidate.*, limited_queue.detail
from candidate
inner join request_place using (seq)
inner join limited_queue using (place_no, tq_id)
