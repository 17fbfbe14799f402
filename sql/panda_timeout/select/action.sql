-- title: what is done to which job, by which rule; the strongest action is marked
-- grain: panda_id, step
-- note: table action: fail, then kill, then reassign
select
    in_force.panda_id,
    in_force.step,
    in_force.rule_id,
    in_force.action,
    in_force.code,
    seconds_between(in_force.clock_time, snapshot.snapshot_time) as age_s,
    row_number() over (
        partition by in_force.panda_id
        order by list_position(['fail', 'kill', 'reassign'], in_force.action), in_force.step
    )
    = 1 as is_strongest
from in_force
cross join snapshot
where in_force.is_picked or in_force.due_time < snapshot.snapshot_time
