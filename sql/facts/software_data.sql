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
            documents.data,
            json_extract(
                documents.data,
                ['$.cmtconfigs', '$.containers', '$.cvmfs', '$.architectures', '$.tags']
            ) as nodes
        from documents
    )

select
    opened.data,
    row_number() over (order by opened.data) as data_no,
    coalesce(json_strings(opened.nodes[1]), []) as cmtconfigs,
    coalesce(json_strings(opened.nodes[2]), []) as containers,
    coalesce(json_strings(opened.nodes[3]), []) as cvmfs,
    json_entries(opened.nodes[4]) as architectures,
    opened.nodes[5] as tags
from opened
