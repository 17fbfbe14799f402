-- What the import left out or could not read: kind quarantine or note.
with
    findings as (
        select
            0 as part,
            queue_order,
            'quarantine' as kind,
            coalesce(nullif(json_key, ''), queue_name, 'queue') as subject,
            problem as text
        from cric_entry
        where problem is not null
        union all
        select
            1 as part,
            min(remarks.queue_order) as queue_order,
            'note' as kind,
            arg_min(queue_name, remarks.queue_order) || '.' || field as subject,
            text || if(count(*) > 1, format('; so for {} more', count(*) - 1), '') as text
        from
            (
                from cric_remark
                union all by name
                from cric_storage_fault
            ) as remarks
        group by field, text
        union all
        select
            2 as part,
            queue_order,
            'note' as kind,
            queue_name as subject,
            'has no storage in astorages' as text
        from cric_entry
        where problem is null and queue_name not in (select queue_name from queue_endpoint)
        union all
        select
            3 as part,
            min(cric_storage.queue_order) as queue_order,
            'note' as kind,
            'astorages.' || activity as subject,
            format('gives no brokerage role (entries left out: {})', count(*)) as text
        from cric_storage
        where activity not in (select activity from cric_role)
        group by activity
        union all
        select
            4 as part,
            null as queue_order,
            'note' as kind,
            'astorages.pr' as subject,
            format(
                '{} (queues without read_lan or write_lan: {})',
                case
                    when getvariable('old_roles')
                    then 'pr and pw count; the running system ignores these: --profile asrun'
                    else 'pr and pw do not count, as in the running system'
                end,
                count(distinct queue_name)
            ) as text
        from cric_fallback
        having count(*) > 0
    )

select kind, subject, text
from findings
order by part, queue_order, subject
;
