-- title: class of each active analysis task: 2 S, 1 A, 0 B, -1 C
-- grain: jedi_task_id
-- bounds: progress equal to the bound boosts, so do remaining jobs equal to theirs
-- nulls: no row where the user has none, Express Analysis apart
-- note: by the slots that its user has left; nearly finished tasks of class A and B are
-- boosted to S; this is what evaluation records as analy_task_eval, worked out anew
select
    task.jedi_task_id,
    coalesce(task.gshare = 'Express Analysis', false) as is_express,
    user_slots.rem_slots_a,
    user_slots.rem_slots_b,
    task_progress.finished_percent,
    task_progress.n_remaining_jobs,
    case
        when is_express
        then class_value('S')
        when user_slots.rem_slots_a > 0
        then
            if(
                task_progress.finished_percent >= cfg.progress_to_boost_a
                and task_progress.n_remaining_jobs > 0
                and task_progress.n_remaining_jobs <= cfg.max_rem_jobs_to_boost_a,
                class_value('S'),
                class_value('A')
            )
        when user_slots.rem_slots_b > 0
        then
            if(
                task_progress.finished_percent >= cfg.progress_to_boost_b
                and task_progress.n_remaining_jobs > 0
                and task_progress.n_remaining_jobs <= cfg.max_rem_jobs_to_boost_b,
                class_value('S'),
                class_value('B')
            )
        else class_value('C')
    end as class
from task
left join user_slots on task.orig_user_name = user_slots.prod_user_name
left join task_progress using (jedi_task_id)
cross join cfg
where
    task.prod_source_label in ('user', 'panda')
    and task.status in ('ready', 'pending', 'scouting', 'scouted', 'running', 'throttled')
    and (is_express or user_slots.rem_slots_a is not null)
