-- title: what each task asks of a queue: a release, a nightly, a container, hardware
-- grain: jedi_task_id
-- source: C208, C215, C216
-- note: releases are asked for only where trans_home is set; a policy whose tasks ask
-- otherwise overrides this file
-- note: of the tasks of users only those that wait for a nucleus
with
    homes as (
        select
            task.jedi_task_id,
            task.architecture,
            task.trans_home,
            task.container_name,
            has_split_rule(task.split_rule, 'OT') as only_tags,
            (is_nightly(task.trans_home) or regexp_matches(task.trans_home, 'rel_[0-9]+$'))
            and not is_three_digit(task.trans_home) as is_nightly
        from task
        cross join cfg
        where
            (task.trans_home is not null or not cfg.hardware_needs_transhome)
            and (
                coalesce(task.status, '') = 'assigning'
                or coalesce(task.prod_source_label, '') not in ('user', 'panda')
            )
            and task.jedi_task_id in (select input_chunk.jedi_task_id from input_chunk)
    )

select
    jedi_task_id,
    architecture,
    case when is_nightly then 'nightlies' when trans_home is not null then 'atlas' end as cvmfs_tag,
    case when not is_nightly then split_part(trans_home, '-', 1) end as project,
    case when not is_nightly then nullif(split_part(trans_home, '-', 2), '') end as version,
    container_name,
    only_tags,
    trans_home is not null as asks_platform,
    true as base_needs_container,
    false as needs_cvmfs,
    false as is_platform_only,
    false as is_unreadable,
    only_tags and coalesce(container_name, '') <> '' as is_any_refused,
    false as is_exempt
from homes
