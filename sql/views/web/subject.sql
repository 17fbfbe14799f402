-- title: what the pages of a policy can be about: tasks, queues, rules, users, pilots
-- and jobs
-- grain: policy, kind, name
-- source: sql/views/explain/user_tasks.sql, sql/views/explain/pilot/pilots.sql: the
-- names by which `explain` knows users and pilots
with
    users as (
        select
            decision.policy,
            unnest(
                [
                    task.orig_user_name,
                    nullif(task.working_group, ''),
                    coalesce(nullif(task.working_group, ''), task.user_name)
                ]
            ) as name
        from decision
        inner join task on decision.jedi_task_id = task.jedi_task_id
        where task.prod_source_label in ('user', 'panda')
    ),

    matching as (
        select distinct pilot_row.policy
        from pilot_row
        union
        select distinct task_queue.policy
        from task_queue
    ),

    subjects as (
        select decision.policy, 'task' as kind, decision.jedi_task_id::varchar as name
        from decision
        union
        select decision.policy, 'criterion', decision.waits_by
        from decision
        union
        select rule_row.policy, 'criterion', rule_row.criterion
        from rule_row
        union
        select weight_row.policy, 'criterion', weight_row.criterion
        from weight_row
        union
        select queue_row.policy, 'queue', queue_row.unified_name
        from queue_row
        union
        select users.policy, 'user', users.name
        from users
        union
        select
            pilot_row.policy,
            'pilot',
            unnest([pilot_row.pilot_id, pilot_row.seq::varchar])
        from pilot_row
        union
        select matching.policy, 'job', dirac_job.job_id::varchar
        from matching
        cross join dirac_job
    )

select subjects.policy, subjects.kind, subjects.name
from subjects
where subjects.name is not null
