-- title: queued jobs per running one of a share over the whole grid
-- grain: gshare
select
    load_tag as gshare,
    sum(n_defined + n_assigned + n_activated + n_starting)::double
    / nullif(sum(n_running), 0) as n_queued_per_running
from work_queue_jobs
group by load_tag
