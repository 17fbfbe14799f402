-- A file without a record says that nothing is down; so does one of other endpoints.
select
    null::timestamp as newest,
    count(*) as n_records,
    if(coalesce(bool_and(is_kind), true), (select count(*) from document), 0) as n_usable
from record
