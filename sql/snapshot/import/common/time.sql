-- No time, since these files record none; the records, and those that can be used.
select
    null::timestamp as newest,
    count(*) as n_records,
    count(*) filter (where problem is null) as n_usable
from record
