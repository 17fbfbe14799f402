-- title: files that wait for transfer to a nucleus, over all links
-- grain: nucleus, transfer_activity
select
    dst_site as nucleus,
    regexp_replace(key, '_queued$', '') as transfer_activity,
    fsum(value order by value) as n_queued
from fresh_metric
where key in ('Production Output_queued', 'Express_queued')
group by all
