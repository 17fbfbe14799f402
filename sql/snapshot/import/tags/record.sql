-- CRIC software tags {queue: {cmtconfigs, containers, cvmfs, architectures, tags}}.
create or replace temp table record as
select
    entry_no,
    name,
    entry,
    case
        when json_type(entry) <> 'OBJECT'
        then format('is a JSON {} where an object is due', lower(json_type(entry)))
        when name is null
        then 'has no name'
        when row_number() over (partition by name order by entry_no) > 1
        then 'the name stands twice, the first one counts'
    end as problem
from entry
;
