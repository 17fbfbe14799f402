-- Negative and expired rows stay: the rules drop them.
select
    pandaqueuename as queue_name,
    gshare,
    resourcetype as resource_type,
    numslots::bigint as num_slots,
    expirationtime as expiration_time
from harvester_slots
