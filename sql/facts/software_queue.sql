-- title: the configuration of each queue that the software check can distinguish
-- grain: queue_name
-- source: O056
-- differs: releases holds AUTO or ANY on the page; as run it is exactly that one item
-- note: gpus NULL where no worker node reports one
with
    gpus as (
        select
            queue_name,
            list_sort(
                list(
                    distinct map{
                        'vendor':nullif(vendor, ''),
                        'model':nullif(model, ''),
                        'vram':nullif(vram, 0)::varchar,
                        'microarchitecture':architecture,
                        'version':framework_version,
                        'driver_version':driver_version
                    }
                )
            ) as gpus
        from queue_gpu
        group by queue_name
    ),
    queues as (
        select
            queue.queue_name,
            holds_release(queue.releases, 'ANY', cfg.releases_match) as is_any,
            holds_release(queue.releases, 'AUTO', cfg.releases_match) as is_auto,
            array_to_string(queue.releases, ',') as releases,
            software_description.data_no,
            gpus.gpus
        from queue
        left join queue_software using (queue_name)
        left join software_description on queue_software.data::varchar = software_description.data
        left join gpus using (queue_name)
        cross join cfg
    )

select
    queues.*,
    is_auto and data_no is not null as is_described,
    dense_rank() over (order by gpus) as gpus_no,
    dense_rank() over (order by is_any, is_auto, releases, data_no, gpus) as config_no
from queues
