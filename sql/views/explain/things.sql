-- title: what of a snapshot bears a name or a number, whatever the capitals
-- grain: kind, name
with
    named as (
        select 1 as place, 'task' as kind, jedi_task_id::varchar as name
        from task
        union all
        select 2, 'job', panda_id::varchar
        from job
        union all
        select 3, 'dirac_job', job_id::varchar
        from dirac_job
        union all
        select 4, 'queue', queue_name
        from queue
        union all
        select 5, 'user', unnest([user_name, working_group])
        from task
        where prod_source_label in ('user', 'panda')
        union all
        select 6, 'site', site_name
        from queue
        union all
        select 7, 'pilot', pilot_id
        from dirac_pilot
    )

select distinct named.place, named.kind, named.name, queue.queue_name
from named
left join queue on named.kind = 'site' and named.name = queue.site_name
where lower(named.name) = lower($1)
order by named.place, named.name, queue.queue_name
