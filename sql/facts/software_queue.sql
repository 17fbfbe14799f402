-- title: how each queue takes part in the software check
-- grain: queue_name
-- differs: releases holds AUTO or ANY on the page; as run it is exactly that one item
-- note: gpus NULL where no worker node reports one
with

    gpus as (
        select
            queue_name,
            list_sort(
                list(
                    distinct struct_pack(
                        vendor := nullif(vendor, ''),
                        model := nullif(model, ''),
                        vram := nullif(vram, 0)::varchar,
                        microarchitecture := architecture,
                        version := framework_version,
                        driver_version := driver_version
                    )
                )
            ) as gpus
        from queue_gpu
        group by queue_name
    ),

    described as (
        select
            queue.queue_name,
            coalesce(
                case
                    when cfg.releases_match = 'exact'
                    then queue.releases = ['ANY']
                    else list_contains(queue.releases, 'ANY')
                end,
                false
            ) as is_any,
            coalesce(
                case
                    when cfg.releases_match = 'exact'
                    then queue.releases = ['AUTO']
                    else list_contains(queue.releases, 'AUTO')
                end,
                false
            ) as is_auto,
            array_to_string(queue.releases, ',') as releases,
            software_data.data_no,
            list_sort(gpus.gpus) as gpus
        from queue
        left join queue_software using (queue_name)
        left join software_data on queue_software.data::varchar = software_data.data
        left join gpus using (queue_name)
        cross join cfg
    )

select
    described.*,
    dense_rank() over (order by gpus) as gpus_no,
    dense_rank() over (order by is_any, is_auto, releases, data_no, gpus) as config_no
from described
