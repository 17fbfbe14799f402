-- title: each distinct software description that queues publish, opened
-- grain: data
with

    documents as (
        select distinct queue_software.data::varchar as data
        from queue_software
        where queue_software.data is not null
    ),

    opened as (
        select
            data,
            json_extract(
                data,
                ['$.cmtconfigs', '$.containers', '$.cvmfs', '$.architectures', '$.tags']
            ) as nodes
        from documents
    )

select
    data,
    row_number() over (order by data) as data_no,
    coalesce(json_strings(nodes[1]), []) as cmtconfigs,
    coalesce(json_strings(nodes[2]), []) as containers,
    coalesce(json_strings(nodes[3]), []) as cvmfs,
    json_entries(nodes[4]) as architectures,
    nodes[5] as tags
from opened
