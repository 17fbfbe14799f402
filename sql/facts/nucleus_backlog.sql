-- title: files that wait for transfer to a nucleus, over all links
-- grain: nucleus, transfer_activity
select
    fresh_metric.dst_site as nucleus,
    regexp_replace(fresh_metric.key, '_queued$', '') as transfer_activity,
    fsum(fresh_metric.value order by fresh_metric.value) as n_queued
from fresh_metric
where fresh_metric.key in ('Production Output_queued', 'Express_queued')
group by all
