-- Untested: written after import/panda-postgres, for Oracle.
select
    ddm_endpoint_name,
    site_name,
    type,
    ddm_spacetoken_name as space_token,
    case when is_tape = 'Y' then 1 else 0 end as is_tape,
    'ACTIVE' as state,
    space_total,
    space_free,
    space_expired,
    space_min_free,
    space_unavailable,
    space_timestamp,
    case when blacklisted_read = 'Y' then 1 else 0 end as blacklisted_read,
    json_value(detailed_status, '$.read_lan') as read_lan,
    json_value(detailed_status, '$.write_lan') as write_lan,
    json_value(detailed_status, '$.read_wan') as read_wan,
    json_value(detailed_status, '$.write_wan') as write_wan
from ddm_endpoint
