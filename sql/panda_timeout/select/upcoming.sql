-- title: what the timeouts will do in the next hours if nothing happens until then
-- grain: panda_id, step
-- bounds: a job that is due in forecast_hours to the second is not among them
with hit_jobs as (select distinct action.panda_id from action)

select
    timer.panda_id,
    timer.step,
    timer.rule_id,
    timer.action,
    timer.code,
    timer.due_time,
    seconds_between(snapshot.snapshot_time, timer.due_time) as due_in_s,
    hit_jobs.panda_id is not null as is_hit_already
from timer
inner join unit on timer.panda_id = unit.panda_id
left join exempt on timer.panda_id = exempt.panda_id
left join hit_jobs on timer.panda_id = hit_jobs.panda_id
cross join snapshot
cross join cfg
where
    exempt.panda_id is null
    and timer.due_time >= snapshot.snapshot_time
    and timer.due_time < hours_after(snapshot.snapshot_time, cfg.forecast_hours)
