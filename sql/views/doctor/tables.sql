-- title: tables of a snapshot: where each is from, how old, and what is known of it
-- grain: snapshot_table
with
    counters(snapshot_table, longest) as (
        values
            ('job_stats', interval 1 hour),
            ('user_job_stats', interval 1 hour),
            ('task_job_stats', interval 1 hour),
            ('worker_stats', interval 1 hour),
            ('pilot_activity', interval 3 hours),
            ('network_metric', interval 1 hour),
            ('queue_lock', interval 5 minutes),
            ('nucleus_rw', interval 1 hour),
            ('evaluation', interval 1 hour),
            ('dirac_job', interval 1 hour),
            ('dirac_running_job', interval 1 hour),
            ('task', interval 1 hour),
            ('input_chunk', interval 1 hour),
            ('job', interval 1 hour)
    ),
    sources as (
        select
            snapshot_table,
            string_agg(source, ', ' order by source) as source,
            min(read_time) as read_time,
            bool_or(state = 'kept') as is_kept,
            bool_or(state = 'invented') as is_invented,
            list_sort(list_distinct(flatten(list(estimated_columns)))) as estimated,
            flatten(list(findings order by source)) as findings
        from main.table_source
        group by snapshot_table
    )

select
    loaded_table.snapshot_table,
    loaded_table.n_rows,
    case
        when loaded_table.n_rows = 0 and not loaded_table.is_there
        then 'missing'
        when loaded_table.n_rows = 0
        then 'empty'
        when coalesce(sources.is_invented, false) or loaded_table.is_generated
        then 'invented'
        when
            sources.is_kept
            or snapshot.snapshot_time - sources.read_time
            > coalesce(counters.longest, interval 1 day)
        then 'stale'
        when len(sources.estimated) > 0
        then 'estimated'
        else 'there'
    end as state,
    sources.source,
    sources.read_time,
    greatest(date_diff('second', sources.read_time, snapshot.snapshot_time), 0) as age_s,
    coalesce(sources.estimated, []) as estimated_columns,
    coalesce(sources.findings, []) as findings
from loaded_table
left join sources using (snapshot_table)
left join counters using (snapshot_table)
left join main.snapshot on true
order by loaded_table.snapshot_table
