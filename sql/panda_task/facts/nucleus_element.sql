-- title: how much of an input dataset a nucleus holds on disk, and anywhere
-- grain: dataset_name, nucleus
-- note: endpoints of its queues for input, of any scope; per constituent the fullest
-- copy counts; copies of a virtual placement do not
with
    readable as (
        select distinct nucleus_member.nucleus, queue_endpoint.ddm_endpoint_name
        from nucleus_member
        inner join queue_endpoint using (queue_name)
        inner join endpoint using (ddm_endpoint_name)
        where queue_endpoint.read_lan_role and not coalesce(endpoint.blacklisted_read, false)
    ),
    held as (
        select
            considered_element.dataset_name,
            considered_element.element_name,
            readable.nucleus,
            max(dataset_replica.n_files_found) filter (
                not coalesce(endpoint.is_tape, false)
            ) as n_disk,
            arg_max(
                dataset_replica.bytes_found,
                (dataset_replica.n_files_found, dataset_replica.bytes_found)
            ) filter (not coalesce(endpoint.is_tape, false)) as disk_bytes,
            max(dataset_replica.n_files_found) as n_any,
            arg_max(
                dataset_replica.bytes_found,
                (dataset_replica.n_files_found, dataset_replica.bytes_found)
            ) as any_bytes
        from considered_element
        inner join dataset_replica on considered_element.element_name = dataset_replica.dataset_name
        inner join endpoint using (ddm_endpoint_name)
        inner join readable using (ddm_endpoint_name)
        where not coalesce(dataset_replica.is_vp, false)
        group by all
    )

select
    dataset_name,
    nucleus,
    coalesce(sum(n_disk), 0)::bigint as n_disk,
    coalesce(sum(disk_bytes), 0)::bigint as disk_bytes,
    coalesce(sum(n_any), 0)::bigint as n_any,
    coalesce(sum(any_bytes), 0)::bigint as any_bytes
from held
group by dataset_name, nucleus
