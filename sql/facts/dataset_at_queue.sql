-- title: does a queue find a whole input dataset at its own storage?
-- grain: dataset_name, queue_name
-- source: spec/production.md 5.1; database releases are cached where a queue has cvmfs,
-- source: and the
-- source: cache of one queue counts at the input endpoints that it shares with others
with

    cached_endpoint as (
        select distinct queue_endpoint_use.ddm_endpoint_name
        from queue_endpoint_use
        inner join unified_queue on queue_endpoint_use.queue_name = unified_queue.queue_name
        where queue_endpoint_use.is_input and unified_queue.is_cvmfs and unified_queue.runs_production
    ),

    releases as (
        select distinct chunk_dataset.dataset_name
        from chunk_dataset
        where regexp_matches(chunk_dataset.dataset_name, '^ddo.*v[0-9]{6}')
    ),

    places as (
        select
            dataset_copy.dataset_name,
            dataset_copy.ddm_endpoint_name,
            dataset_copy.is_complete,
            false as is_cached
        from dataset_copy
        union all
        select releases.dataset_name, cached_endpoint.ddm_endpoint_name, true, true
        from releases
        cross join cached_endpoint
    )

select
    places.dataset_name,
    queue_endpoint_use.queue_name,
    coalesce(bool_or(
        places.is_complete and (places.is_cached or not queue_endpoint_use.is_tape)
    ), false) as is_on_disk,
    coalesce(bool_or(places.is_complete and queue_endpoint_use.is_tape), false) as is_on_tape,
    coalesce(bool_or(not queue_endpoint_use.is_tape), false) as is_listed_on_disk,
    coalesce(bool_or(queue_endpoint_use.is_tape), false) as is_listed_on_tape
from places
inner join
    queue_endpoint_use on places.ddm_endpoint_name = queue_endpoint_use.ddm_endpoint_name
where queue_endpoint_use.is_input
group by places.dataset_name, queue_endpoint_use.queue_name
