-- Splitting rules and the parameters read from the task's JSON.
update task
set
    split_rule = concat_ws(
        ',',
        case when world.n_events > 0 then 'NE=' || world.n_events end,
        case when world.n_events = 0 then 'NF=' || world.n_files end,
        case when world.io_intensity > 1500 then 'NG=10' end,
        case when world.is_merging then 'MO=1,ZF=5' end,
        case when task.event_service = 1 then 'EC=2,XA=3' end,
        rule.tokens
    ),
    task_params = case
        when world.is_assigning and u('on_master', world.task_no) < 0.3
        then '{"taskBrokerOnMaster": true}'
        else '{}'
    end,
    n_ready_events = case
        when contains(coalesce(rule.tokens, ''), 'NJ=')
        then whole(20000 * u('ready_events', world.task_no))
    end
from
    world_task as world
    left join world_task_rule as rule on world.jedi_task_id = rule.jedi_task_id
where task.jedi_task_id = world.jedi_task_id
;
