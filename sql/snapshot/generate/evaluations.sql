-- Slots that users have left, classes of tasks and of queues.
insert into evaluation by name
with
    found as (
        select
            'analy_user_eval' as metric,
            entity,
            'rem_slots_A' as key,
            greatest(0, 1000 - n_used) as value,
            entity_key
        from world_user_slots
        union all
        select
            'analy_user_eval' as metric,
            entity,
            'rem_slots_B' as key,
            10000 - 4 * n_used as value,
            entity_key
        from world_user_slots
        union all
        select
            'analy_task_eval' as metric,
            jedi_task_id::varchar as entity,
            'class' as key,
            pick_by(u('task_class', jedi_task_id), [0.05, 0.85, 0.97], [2, 1, 0, -1]),
            jedi_task_id as entity_key
        from task
        where
            prod_source_label in ('user', 'panda')
            and u('task_evaluated', jedi_task_id) < 0.95
        union all
        select
            'analy_site_eval' as metric,
            queue_name as entity,
            'class' as key,
            pick_by(u('site_class', queue_key), [0.33, 0.7], [1, 0, -1]) as value,
            queue_key as entity_key
        from world_queue
        where runs_analysis and n_slots > 0 and u('site_evaluated', queue_key) < 0.9
    )

select
    found.metric,
    found.entity,
    found.key,
    found.value,
    snapshot.snapshot_time
    - to_seconds(
        whole(
            case when u('old_evaluation', found.entity_key) < 0.03 then 5000 else 600 end
            * now_u('evaluation_time', found.entity_key)
        )
    ) as ts
from found
cross join snapshot
;
