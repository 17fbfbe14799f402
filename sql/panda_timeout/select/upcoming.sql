-- title: what the timeouts will do in the next hours if nothing happens until then
-- grain: panda_id, step
-- bounds: a job that is due in forecast_hours to the second is not among them
with hit_jobs as (select distinct panda_id from action)

select
    in_force.panda_id,
    in_force.step,
    in_force.rule_id,
    in_force.action,
    in_force.code,
    in_force.due_time,
    seconds_between(snapshot.snapshot_time, in_force.due_time) as due_in_s,
    hit_jobs.panda_id is not null as is_hit_already
from in_force
left join hit_jobs using (panda_id)
cross join snapshot
cross join cfg
where
    in_force.due_time >= snapshot.snapshot_time
    and in_force.due_time < hours_after(snapshot.snapshot_time, cfg.forecast_hours)
