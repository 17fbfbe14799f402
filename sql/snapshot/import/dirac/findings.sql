-- What an import should say about a snapshot of DIRAC: kind quarantine or note.
with
    findings as (
        select
            0 as part,
            'quarantine' as kind,
            'task queue ' || tq_id as subject,
            format('is gone, and its jobs with it: {}', count(*)) as text
        from tq_job
        where tq_id not in (select tq_id from task_queue)
        group by tq_id
        union all
        select
            1 as part,
            'note' as kind,
            'dirac_job.owner_group' as subject,
            format('{} is no group of the configuration (jobs: {})', owner_group, count(*)) as text
        from dirac_job
        where exists (from dirac_group) and owner_group not in (select group_name from dirac_group)
        group by owner_group
        union all
        select
            2 as part,
            'note' as kind,
            'dirac_pilot' as subject,
            'is in no database: import requests, or have some made (import dirac-cfg --pilots)'
            as text
        where not exists (from dirac_pilot)
        union all
        select
            3 as part,
            'note' as kind,
            'dirac_running_history' as subject,
            'is in no database here: without it share corrections are 1' as text
        where not exists (from dirac_running_history)
    )

select kind, subject, text
from findings
order by part, subject
