-- The two youngest columns of space are absent before schema 0.1.6.
select
    ddm_endpoint_name,
    site_name,
    type,
    ddm_spacetoken_name as space_token,
    is_tape = 'Y' as is_tape,
    'ACTIVE' as state,
    space_total,
    space_free,
    space_expired,
    (to_jsonb(ddm_endpoint) ->> 'space_min_free')::bigint as space_min_free,
    (to_jsonb(ddm_endpoint) ->> 'space_unavailable')::bigint as space_unavailable,
    space_timestamp,
    blacklisted_read = 'Y' as blacklisted_read,
    detailed_status ->> 'read_lan' as read_lan,
    detailed_status ->> 'write_lan' as write_lan,
    detailed_status ->> 'read_wan' as read_wan,
    detailed_status ->> 'write_wan' as write_wan
from ddm_endpoint
