-- title: jobs that started at each queue, and the time over which they are counted
-- grain: queue_name
select
    queue_start_rate.queue_name,
    sum(queue_start_rate.n_started) as n_started,
    sum(
        date_diff('second', queue_start_rate.window_start, queue_start_rate.window_end)
    ) as length_s
from queue_start_rate
group by queue_start_rate.queue_name
