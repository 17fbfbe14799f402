-- What the import left out, and what its steps remarked: kind quarantine or note.
select kind, subject, text
from
    (
        select
            0 as part,
            entry_no as place,
            'quarantine' as kind,
            coalesce(name, 'record ' || entry_no) as subject,
            problem as text
        from record
        where problem is not null
        union all
        select 1 as part, place, 'note' as kind, subject, text
        from remark
    ) as finding
order by part, place, subject, text
