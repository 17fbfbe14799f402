-- The newest change that the file records, and the number of its queues.
select
    max(
        greatest(
            json_time(entry, '$.last_modified'), json_time(entry, '$.state_update')
        )
    ) as newest,
    count(*) filter (where problem is null) as n_queues
from cric_entry
;
