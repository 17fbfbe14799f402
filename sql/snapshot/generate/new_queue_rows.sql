-- Synthetic queues -> queue, with the spread of values of the real ones (design:
-- ecosystem 7.2).
insert into queue by name
select
    new_queue.queue_no as queue_order,
    case
        when new_queue.is_main
        then new_site.site_name
        else format('{}{}_{:d}', new_site.site_name, new_queue.suffix, new_queue.queue_no)
    end as queue_name,
    new_site.site_name,
    'ACTIVE' as site_state,
    new_queue.type,
    new_site.cloud,
    new_queue.status,
    new_queue.capability,
    case
        when new_queue.capability = 'score' or new_queue.suffix = '_SCORE'
        then 1
        else
            pick_by(
                u('cores', queue_no),
                [0.78, 0.83, 0.86, 0.89, 0.91, 0.93, 0.95, 0.97, 0.98, 0.99],
                [8, 16, 56, 64, 4, 12, 32, 256, 96, 1, null]
            )
    end as core_count,
    pick_by(u('pledge', queue_no), [0.92, 0.96, 0.97], [null, -1, 0, 5000]) as pledged_cpu,
    round(
        ladder(
            u('power', queue_no),
            [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1],
            [7.3, 10.0, 10.75, 13.6, 16.1, 20.5, 27.2]
        ),
        2
    ) as core_power,
    3600
    * pick_by(
        u('time', queue_no), [0.42, 0.71, 0.8, 0.88, 0.95, 0.985], [96, 48, 72, 24, 120, 12, 0]
    ) as max_time,
    pick_by(u('min_time', queue_no), [0.987], [0, 3600]) as min_time,
    pick_by(
        u('input_size', queue_no),
        [0.04, 0.3, 0.5, 0.8],
        [-1, 14336, 60000, 100000, 120000]
    ) as max_input_size,
    pick_by(
        u('transferring', queue_no), [0.6, 0.72, 0.84, 0.92], [null, 2000, 3000, 20000, 5000]
    ) as transferring_limit,
    [pick_by(u('releases', queue_no), [0.978], ['AUTO', 'ANY'])] as releases
from new_queue
inner join new_site using (site_no)
;
