-- title: jobs that started at each queue, and the time over which they are counted
-- grain: queue_name
select
    queue_name,
    sum(n_started) as n_started,
    sum(date_diff('second', window_start, window_end)) as length_s
from queue_start_rate
group by queue_name
