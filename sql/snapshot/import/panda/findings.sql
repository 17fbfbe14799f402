-- What an import should say about a snapshot of PanDA: kind quarantine or note.
with
    findings as (
        select 0 as part, queue_order, 'quarantine' as kind, queue_name as subject, problem as text
        from cric_entry
        where problem is not null
        union all
        select
            1 as part,
            min(cric_remark.queue_order) as queue_order,
            'note' as kind,
            arg_min(queue_name, cric_remark.queue_order) || '.' || field as subject,
            text || if(count(*) > 1, format('; so for {} more', count(*) - 1), '') as text
        from cric_remark
        where field <> 'astorages'
        group by field, text
        union all
        select
            2 as part,
            null as queue_order,
            'note' as kind,
            'job_stats.workqueue_id' as subject,
            format(
                'is NULL (jobs: {}, rows: {}): the running broker leaves them out where '
                'it excludes resource queues',
                sum(n_jobs),
                count(*)
            ) as text
        from job_stats
        where
            workqueue_id is null
            and exists (select 1 from work_queue where queue_function = 'Resource')
        having count(*) > 0
        union all
        select
            3 as part,
            null as queue_order,
            'note' as kind,
            'network_metric.ts' as subject,
            format(
                'lies up to {} min in the future (rows: {}): their clock is that of a time '
                'zone',
                max(date_diff('minute', snapshot.snapshot_time, network_metric.ts)),
                count(*)
            ) as text
        from network_metric
        cross join snapshot
        where network_metric.ts > snapshot.snapshot_time + interval 5 minutes
        having count(*) > 0
        union all
        select
            4 as part,
            null as queue_order,
            'note' as kind,
            'task.user_name' as subject,
            format(
                'is unknown (user tasks: {}, first {} of {}): the running system skips '
                'tasks of a user without a DN',
                count(*),
                min(jedi_task_id),
                arg_min(orig_user_name, jedi_task_id)
            ) as text
        from task
        where prod_source_label = 'user' and user_name is null
        having count(*) > 0
        union all
        select
            5 as part,
            null as queue_order,
            'note' as kind,
            'pilot_activity' as subject,
            'is empty: the daemon that counts pilots does not run here' as text
        where not exists (from pilot_activity)
    )

select kind, subject, text
from findings
order by part, queue_order, subject
;
