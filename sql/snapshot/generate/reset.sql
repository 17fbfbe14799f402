-- Forget what an earlier completion filled in, so that a new one depends on its own
-- seed only.
update queue
set
    role = null
;

update endpoint
set
    state = null,
    space_total = null,
    space_free = null,
    space_expired = null,
    space_min_free = null,
    space_unavailable = null,
    space_timestamp = null,
    blacklisted_read = null,
    read_lan = null,
    write_lan = null,
    read_wan = null,
    write_wan = null
;
