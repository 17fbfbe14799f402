-- Promised slots, some expired, some zero.
insert into queue_slots by name
with
    promised as (
        select
            queue_name,
            queue_key,
            n_slots,
            pick(u('slot_kind', queue_key), ['any', 'any', 'type', 'share']) as kind
        from world_queue
        where n_slots > 0 and u('promised', queue_key) < 0.08
    )

select
    promised.queue_name,
    case when promised.kind = 'share' then 'MC Default Full' end as gshare,
    case
        when promised.kind = 'type'
        then pick(u('slot_type', promised.queue_key), ['MCORE', 'SCORE'])
    end as resource_type,
    case
        when u('slot_zero', promised.queue_key) < 0.15
        then 0
        else whole(promised.n_slots * (0.2 + u('slot_count', promised.queue_key)))
    end as num_slots,
    case
        when u('slot_end', promised.queue_key) < 0.2
        then snapshot.snapshot_time - interval 3 hour
        when u('slot_end', promised.queue_key) < 0.8
        then snapshot.snapshot_time + interval 12 hour
    end as expiration_time
from promised
cross join snapshot
;
