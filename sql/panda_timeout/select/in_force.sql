-- title: what each rule that is on does to which job, and when; exempt jobs are left
-- out
-- grain: panda_id, step
-- kind: view
-- source: C234, C235, C240, C245, C248, C249
-- nulls: a clock that is not known never comes
with
    said as (
        select panda_id, step, rule_id, action, code, clock_time, due_time, false as is_picked
        from timer
        union all
        select
            panda_id, step, rule_id, action, code, clock_time, null as due_time, true as is_picked
        from picked
    )

select
    said.panda_id,
    said.step,
    said.rule_id,
    said.action,
    said.code,
    said.clock_time,
    said.due_time,
    said.is_picked
from said
inner join unit using (panda_id)
left join exempt using (panda_id)
cross join cfg
where exempt.panda_id is null and not list_contains(cfg.rules_off, said.rule_id)
