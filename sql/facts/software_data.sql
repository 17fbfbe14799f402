-- title: each distinct software description that queues publish, parsed
-- grain: data
-- source: spec/analysis-and-software.md 2.3; of several architectures of a type the
-- last
-- source: counts; a scalar is a list of one, yet only true lists make a queue exclusive
with

    documents as (
        select distinct queue_software.data::varchar as data
        from queue_software
        where queue_software.data is not null
    ),

    opened as (
        select
            documents.data,
            list_filter(
                case
                    json_type(documents.data, '$.architectures')
                    when 'ARRAY'
                    then json_extract(documents.data, '$.architectures[*]')
                    when 'OBJECT'
                    then [json_extract(documents.data, '$.architectures')]
                    else []
                end,
                lambda entry:json_exists(entry, '$.type')
            ) as entries
        from documents
    ),

    chosen as (
        select
            opened.data,
            opened.entries,
            last_of_type(opened.entries, 'cpu') as cpu,
            last_of_type(opened.entries, 'gpu') as gpu
        from opened
    )

select
    chosen.data,
    dense_rank() over (order by chosen.data) as data_no,
    coalesce(json_strings(json_extract(chosen.data, '$.cmtconfigs')), []) as cmtconfigs,
    coalesce(json_strings(json_extract(chosen.data, '$.containers')), []) as containers,
    coalesce(json_strings(json_extract(chosen.data, '$.cvmfs')), []) as cvmfs,
    len(chosen.entries) > 0 as has_architectures,
    chosen.cpu is not null as has_cpu,
    chosen.gpu is not null as has_gpu,
    has_excl(chosen.cpu) as is_cpu_exclusive,
    has_excl(chosen.gpu) as is_gpu_exclusive,
    case
        when chosen.cpu is not null
        then
            struct_pack(
                arch := json_strings(json_extract(chosen.cpu, '$.arch')),
                vendor := json_strings(json_extract(chosen.cpu, '$.vendor')),
                instr := json_strings(json_extract(chosen.cpu, '$.instr'))
            )
    end as cpu
from chosen
