-- title: rows of the snapshot that stand for a queue and a chunk: where it writes, the
-- way to the nucleus
-- grain: table_name, key
select 'endpoint' as table_name, [ddm_endpoint_name] as key, 0 as place
from default_output
where queue_name = $1
union all
select
    'network_metric' as table_name,
    [network_metric.src_site, network_metric.dst_site, network_metric.key] as key,
    1 as place
from chunk
inner join default_output on default_output.queue_name = $1
inner join
    network_metric
    on default_output.storage_site = network_metric.src_site
    and chunk.nucleus = network_metric.dst_site
where
    chunk.jedi_task_id = $2
    and chunk.chunk_no = $3
    and (network_metric.key = 'AGIS_closeness' or ends_with(network_metric.key, '_queued'))
order by place, key
