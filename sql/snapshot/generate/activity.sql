-- Pilots of the last three hours: 4 % of the working queues saw none, 4 % started
-- no job for more than two hours.
insert into pilot_activity by name
with
    flags(place, flag) as (values (1, 'production'), (2, 'analysis')),

    queues as (
        select
            world_queue.queue_name,
            world_queue.n_slots,
            flags.flag,
            world_queue.queue_key + flags.place as row_key,
            u('silent', world_queue.queue_key) < 0.04 as is_silent,
            u('stuck', world_queue.queue_key) < 0.04 as is_stuck
        from world_queue
        inner join
            flags
            on case flags.flag
                when 'production'
                then world_queue.runs_production
                else world_queue.runs_analysis
            end
        where
            world_queue.n_slots > 0
            and not (
                u('silent', world_queue.queue_key) < 0.04
                and u('absent', world_queue.queue_key) < 0.5
            )
    )

select
    queues.queue_name,
    queues.flag,
    case
        when queues.is_silent
        then 0
        else 1 + whole(queues.n_slots * now_u('get_job', queues.row_key))
    end as n_get_job,
    case
        when queues.is_silent
        then 0
        else 1 + whole(3 * queues.n_slots * now_u('update_job', queues.row_key))
    end as n_update_job,
    case
        when queues.is_stuck
        then
            snapshot.snapshot_time
            - to_seconds(whole(7500 + 40000 * now_u('last_start', queues.row_key)))
        when now_u('last_start_known', queues.row_key) < 0.9
        then
            snapshot.snapshot_time
            - to_seconds(whole(5 + 3000 * now_u('last_start', queues.row_key)))
    end as last_start
from queues
cross join snapshot
;
