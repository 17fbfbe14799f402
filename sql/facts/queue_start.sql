-- title: slots that jobs have taken at each queue within a day
-- grain: queue_name
-- nulls: jobs whose cores are unknown count one slot each
select
    queue_start_rate.queue_name,
    sum(coalesce(queue_start_rate.n_slots, queue_start_rate.n_started))::bigint as n_slots
from queue_start_rate
cross join snapshot
where queue_start_rate.window_end > snapshot.snapshot_time - to_days(1)
group by queue_start_rate.queue_name
