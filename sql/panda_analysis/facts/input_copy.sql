-- title: copies of an input dataset, and how complete they are
-- grain: dataset_name, ddm_endpoint_name, is_vp
-- nulls: an endpoint that nobody knows is a disk that can be read
-- differs: where none of its files are is a copy in the running system only
-- note: at an endpoint a container holds its complete constituents only; the mark of a
-- virtual placement is not seen there
with
    sizes as (
        select input_element.dataset_name, sum(constituent_size.n_files) as n_files
        from input_element
        inner join constituent_size on input_element.element_name = constituent_size.dataset_name
        group by input_element.dataset_name
    ),
    copies as (
        select
            element_copy.dataset_name,
            element_copy.ddm_endpoint_name,
            element_copy.is_vp,
            element_copy.n_files_found as n_found,
            if(element_copy.is_constituent, sizes.n_files, element_copy.n_files_total) as n_total
        from element_copy
        left join sizes using (dataset_name)
    ),
    sums as (
        select
            dataset_name,
            ddm_endpoint_name,
            is_vp,
            sum(n_found)::bigint as n_found,
            max(n_total)::bigint as n_total
        from copies
        group by dataset_name, ddm_endpoint_name, is_vp
    )

select
    sums.dataset_name,
    sums.ddm_endpoint_name,
    sums.is_vp,
    coalesce(sums.n_found = sums.n_total, false) as is_complete,
    not sums.is_vp
    and is_nearly_complete(
        sums.n_found, sums.n_total, cfg.max_missing_input_files, cfg.min_input_completeness
    ) as is_regarded_complete,
    coalesce(endpoint.is_tape, false) as is_tape,
    is_usable(endpoint.read_lan, 'not_down') as is_lan_readable,
    is_usable(endpoint.read_wan, 'not_down') as is_wan_readable
from sums
left join endpoint using (ddm_endpoint_name)
cross join cfg
where cfg.empty_copy_counts or sums.n_found is distinct from 0
