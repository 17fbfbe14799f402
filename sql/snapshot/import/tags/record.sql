-- CRIC software tags {queue: {cmtconfigs, containers, cvmfs, architectures, tags}}. A
-- file of another kind has records too, but none with a key that only these have.
create or replace temp table record as
select
    entry_no,
    name,
    entry,
    case
        when json_type(entry) <> 'OBJECT'
        then format('is a JSON {} where an object is due', lower(json_type(entry)))
        when
            not bool_or(
                list_bool_or(
                    json_exists(
                        entry, ['$.cmtconfigs', '$.containers', '$.cvmfs', '$.architectures']
                    )
                )
            ) over ()
        then 'has no key of software tags, nor has another record: cmtconfigs, containers'
        when name is null
        then 'has no name'
        when row_number() over (partition by name order by entry_no) > 1
        then 'the name stands twice, the first one counts'
    end as problem
from entry
;
