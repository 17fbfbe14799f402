-- title: how old the inputs are that the shares of some analysis tasks rest on
-- grain: jedi_task_id, criterion
-- note: the last of several measurements; what is older than its limit counts as absent
with
    inputs as (
        select
            analysis_task.jedi_task_id,
            'use of the share' as source,
            measured_share.usage_time as ts,
            cfg.share_metric_min as limit_min
        from measured_share
        cross join cfg
        inner join analysis_task on measured_share.queue_name = analysis_task.gshare
        union all
        select
            analysis_task.jedi_task_id,
            'class of the task' as source,
            max(evaluation.ts) as ts,
            cfg.task_evaluation_min as limit_min
        from evaluation
        cross join cfg
        inner join analysis_task on evaluation.entity = analysis_task.jedi_task_id::varchar
        where evaluation.metric = 'analy_task_eval' and evaluation.key = 'class'
        group by analysis_task.jedi_task_id, cfg.task_evaluation_min
        union all
        select
            analysis_task.jedi_task_id,
            'slots of the user' as source,
            max(evaluation.ts) as ts,
            cfg.user_evaluation_min as limit_min
        from evaluation
        cross join cfg
        inner join analysis_task on evaluation.entity = analysis_task.user_name
        where
            evaluation.metric = 'analy_user_eval'
            and evaluation.key in ('rem_slots_A', 'running_slots_hi')
        group by analysis_task.jedi_task_id, evaluation.key, cfg.user_evaluation_min
    ),
    aged as (
        select distinct
            inputs.jedi_task_id,
            inputs.source,
            date_diff('second', inputs.ts, snapshot.snapshot_time) as age_s,
            60 * inputs.limit_min as limit_s,
            age_s > limit_s as stale
        from inputs
        cross join snapshot
        where list_contains(?::bigint[], inputs.jedi_task_id) and inputs.ts is not null
    )

select
    jedi_task_id,
    '-throttle_share' as criterion,
    list(
        struct_pack(source := source, age_s := age_s, limit_s := limit_s, stale := stale)
        order by source, age_s
    ) as inputs
from aged
group by jedi_task_id
order by jedi_task_id
