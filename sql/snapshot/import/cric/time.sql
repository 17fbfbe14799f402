-- The newest change that the file records, its records and its usable queues.
select
    max(
        greatest(json_time(entry, '$.last_modified'), json_time(entry, '$.state_update'))
    ) as newest,
    count(*) as n_records,
    count(*) filter (where problem is null) as n_queues
from cric_entry
;
