-- title: what is done to which job, by which rule; the strongest action is marked
-- grain: panda_id, step
-- source: design/interfaces.md, table action: fail, then kill, then reassign
with
    due as (
        select
            timer.panda_id,
            timer.step,
            timer.rule_id,
            timer.action,
            timer.code,
            timer.clock_time
        from timer
        cross join snapshot
        where timer.due_time < snapshot.snapshot_time
        union all
        select
            picked.panda_id,
            picked.step,
            picked.rule_id,
            picked.action,
            picked.code,
            picked.clock_time
        from picked
    )

select
    due.panda_id,
    due.step,
    due.rule_id,
    due.action,
    due.code,
    seconds_between(due.clock_time, snapshot.snapshot_time) as age_s,
    row_number() over (
        partition by due.panda_id
        order by list_position(['fail', 'kill', 'reassign'], due.action), due.step
    )
    = 1 as is_strongest
from due
inner join unit on due.panda_id = unit.panda_id
left join exempt on due.panda_id = exempt.panda_id
cross join snapshot
where exempt.panda_id is null
