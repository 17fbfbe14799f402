-- title: what the pages of a policy can be about: tasks, queues, rules, users, pilots
-- and jobs; a user and a pilot have several names
-- grain: policy, kind, name, stands_for
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
            ) as name,
            coalesce(nullif(task.orig_user_name, ''), task.user_name) as stands_for
        from decision
        inner join task using (jedi_task_id)
        where task.prod_source_label in ('user', 'panda')
    ),

    subjects as (
        select policy, 'task' as kind, jedi_task_id::varchar as name, name as stands_for
        from decision
        union
        select policy, 'criterion', waits_by, waits_by
        from decision
        union
        select policy, 'criterion', criterion, criterion
        from rule_row
        union
        select policy, 'criterion', criterion, criterion
        from weight_row
        union
        select policy, 'queue', unified_name, unified_name
        from queue_row
        union
        select policy, 'user', name, stands_for
        from users
        union
        select policy, 'pilot', unnest([pilot_id, seq::varchar]), seq::varchar
        from pilot_row
        union
        select policy, 'job', job_id::varchar, job_id::varchar
        from job_row
    )

select policy, kind, name, stands_for
from subjects
where name is not null
