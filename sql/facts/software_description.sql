-- title: each distinct software description that queues publish, opened
-- grain: data_no
-- source: C142, C200, C201, O056
-- note: of several architectures of a type the last counts; a scalar is a list of one,
-- yet only true lists make a queue exclusive; cpu NULL = no CPU is described
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
                data, ['$.cmtconfigs', '$.containers', '$.cvmfs', '$.architectures', '$.tags']
            ) as nodes
        from documents
    ),
    machines as (
        select
            data,
            nodes,
            case
                when cfg.hardware_check
                then list_filter(json_entries(nodes[4]), lambda entry:json_exists(entry, '$.type'))
            end as entries,
            last_of_type(entries, 'cpu') as cpu_node,
            last_of_type(entries, 'gpu') as gpu_node
        from opened
        cross join cfg
    ),
    descriptions as (
        select
            data,
            coalesce(json_strings(nodes[1]), []) as cmtconfigs,
            coalesce(json_strings(nodes[2]), []) as containers,
            coalesce(json_strings(nodes[3]), []) as cvmfs,
            nodes[5] as tags,
            coalesce(len(entries) > 0, false) as has_architectures,
            has_excl(cpu_node) as is_cpu_exclusive,
            has_excl(gpu_node) as is_gpu_exclusive,
            gpu_node is not null as has_gpu,
            cpu_architectures(entries) as architectures,
            case
                when cpu_node is not null
                then
                    struct_pack(
                        arch := json_strings(json_extract(cpu_node, '$.arch')),
                        vendor := json_strings(json_extract(cpu_node, '$.vendor')),
                        instr := json_strings(json_extract(cpu_node, '$.instr'))
                    )
            end as cpu
        from machines
    )

select
    descriptions.*,
    list_has_any(containers, ['any', '/cvmfs']) as has_cvmfs_container,
    list_contains(containers, 'any') as has_any_container,
    dense_rank() over (order by data) as data_no,
    dense_rank() over (order by descriptions.cpu) as cpu_no
from descriptions
