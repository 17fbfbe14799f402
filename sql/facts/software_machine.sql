-- title: the hardware of each distinct software description
-- grain: data_no
-- note: of several entries of a type the last counts; a scalar is a list of one, yet
-- only true lists make a queue exclusive
with

    machines as (
        select
            data_no,
            list_filter(
                architectures, lambda entry:json_exists(entry, '$.type')
            ) as entries,
            last_of_type(architectures, 'cpu') as cpu,
            last_of_type(architectures, 'gpu') as gpu
        from software_data
    )

select
    data_no,
    len(entries) > 0 as has_architectures,
    gpu is not null as has_gpu,
    has_excl(machines.cpu) as is_cpu_exclusive,
    has_excl(gpu) as is_gpu_exclusive,
    case
        when machines.cpu is not null
        then
            struct_pack(
                arch := json_strings(json_extract(machines.cpu, '$.arch')),
                vendor := json_strings(json_extract(machines.cpu, '$.vendor')),
                instr := json_strings(json_extract(machines.cpu, '$.instr'))
            )
    end as cpu
from machines
