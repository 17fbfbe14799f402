-- Fill the endpoints: 5 % of the disks below the gate of 200 GB free, 3 % closed
-- for writing, 1 % for reading; a status that nobody set stays NULL.
update endpoint
set
    state = 'ACTIVE',
    space_total = whole(storage.total),
    space_free = case
        when storage.is_full
        then whole(199 * u('disk_free', storage.endpoint_key))
        else whole(storage.total * (1 - storage.used_fraction))
    end,
    space_expired = case
        when storage.is_full
        then 0
        else whole(storage.total * 0.04 * now_u('disk_expired', storage.endpoint_key))
    end,
    space_min_free = whole(least(storage.total * 0.01, 40000)),
    space_unavailable = case
        when u('disk_down', storage.endpoint_key) < 0.03
        then whole(storage.total * 0.05)
        else 0
    end,
    space_timestamp = snapshot.snapshot_time
    - to_seconds(whole(300 + 5000 * now_u('disk_time', storage.endpoint_key))),
    blacklisted_read = u('closed', storage.endpoint_key) < 0.01,
    read_lan = case
        when u('closed', storage.endpoint_key) < 0.01
        then 'OFF'
        when u('known_read', storage.endpoint_key) < 0.8
        then 'ON'
    end,
    read_wan = case
        when u('closed', storage.endpoint_key) < 0.01
        then pick(u('closed_read', storage.endpoint_key), ['OFF', 'TEST'])
        when u('known_read', storage.endpoint_key) < 0.8
        then 'ON'
    end,
    write_lan = case
        when u('closed', storage.endpoint_key) between 0.01 and 0.025
        then pick(u('closed_write', storage.endpoint_key), ['OFF', 'TEST'])
        when u('known_write', storage.endpoint_key) < 0.8
        then 'ON'
    end,
    write_wan = case
        when u('closed', storage.endpoint_key) between 0.01 and 0.04
        then 'OFF'
        when u('known_write', storage.endpoint_key) < 0.8
        then 'ON'
    end
from world_storage as storage, snapshot
where endpoint.ddm_endpoint_name = storage.ddm_endpoint_name
;
