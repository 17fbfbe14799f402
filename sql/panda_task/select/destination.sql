-- title: where the output of each task goes
-- grain: jedi_task_id, dataset_id
-- note: the token names the endpoint and the end of the original token; a satellite
-- falls back to its default output endpoint
with
    places as (
        select
            result.jedi_task_id,
            task_output.dataset_id,
            result.nucleus,
            task_output.storage_token,
            coalesce(
                nucleus_place.ddm_endpoint_name,
                case when nucleus.role <> 'nucleus' then nucleus.output_endpoint end
            ) as ddm_endpoint_name
        from result
        inner join task_output using (jedi_task_id)
        inner join nucleus using (nucleus)
        left join nucleus_place using (nucleus, wanted)
    )

select
    jedi_task_id,
    dataset_id,
    nucleus,
    ddm_endpoint_name,
    'dst:'
    || ddm_endpoint_name
    || if(
        storage_token = '', '', '/' || regexp_extract(storage_token, '([^/]*)$', 1)
    ) as storage_token
from places
where ddm_endpoint_name is not null
