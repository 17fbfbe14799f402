-- Objects of schedconfig as cric/entries.sql makes them from a file. The state of a
-- site is the constant that the broker has for it.
create or replace temp table cric_entry as
select
    queue_order,
    panda_queue as json_key,
    case when json_valid(data) then data::json end as entry,
    coalesce(
        case when json_valid(data) then json_text(data::json, '$.nickname') end,
        panda_queue
    ) as queue_name,
    site_name,
    role,
    'ACTIVE' as site_state,
    case
        when not coalesce(json_valid(data) and json_type(data) = 'OBJECT', false)
        then 'is no JSON object'
    end as problem
from schedconfig
;
