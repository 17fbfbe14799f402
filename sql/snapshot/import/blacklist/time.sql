-- A file without a record says that nothing is down.
select
    null::timestamp as newest,
    count(*) as n_records,
    greatest(count(*) filter (where problem is null), (select count(*) from document)) as n_usable
from record
