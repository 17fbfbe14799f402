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
            queue_order,
            'note' as kind,
            queue_name || '.' || field as subject,
            format('{} is no {}, read as unknown', left(found, 40), reading) as text
        from cric_unread
        union all
        select
            2 as part,
            queue_order,
            'note' as kind,
            queue_name as subject,
            'has no storage in astorages' as text
        from cric_entry
        where
            problem is null
            and queue_name not in (select queue_name from queue_endpoint)
        union all
        select
            3 as part,
            min(queue_order) as queue_order,
            'note' as kind,
            'astorages.' || activity as subject,
            format('gives no brokerage role, {} entries left out', count(*)) as text
        from cric_storage
        where
            activity not in (
                'read_lan',
                'pr',
                'write_lan',
                'pw',
                'read_lan_analysis',
                'write_lan_analysis'
            )
        group by activity
    )

select kind, subject, text
from findings
order by part, queue_order, subject
;
