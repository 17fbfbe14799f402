-- criterion: -limit
-- label: limit
-- title: as many jobs of the kind run at the site as may
-- effect: drop
-- class: capacity
-- source: running system
-- bounds: as many running jobs as the limit refuse
-- nulls: jobs that do not have the attribute are not limited
-- differs: modern only; in the running system attributes of two kinds refuse only what
-- hits both: limits_compat; two owners or two groups refuse nothing:
-- limit_values_compat; several sites refuse only jobs that ask for each of them
-- (limit_sites_compat)
-- note: sql/match/restraint_cut.sql: matches of the same cycle count as they are made
select candidate.*, limited_queue.detail
from candidate
inner join request_place using (seq)
inner join limited_queue using (place_no, tq_id)
