-- title: each distinct architecture string and how it is to be read
-- grain: architecture
-- source: C074, C140
-- note: only a JSON object is the new format
with

    strings as (
        select distinct architecture
        from software_question
        where architecture is not null
    ),

    documents as (
        select
            architecture,
            is_json_object(architecture) as is_json,
            case
                when is_json_object(architecture) then architecture::json
            end as document
        from strings
    )

select
    architecture,
    is_json,
    document,
    is_json and is_json_blank(json_extract(document, '$.cpu_specs')) as is_cpu_blank,
    is_json
    and is_json_list_of_objects(json_extract(document, '$.cpu_specs'))
    and not is_json_blank(json_extract(document, '$.cpu_specs')) as is_cpu_json,
    coalesce(json_type(document, '$.gpu_spec') = 'OBJECT', false) as is_gpu_json,
    is_json
    and coalesce(
        json_type(document, '$.gpu_spec') <> 'OBJECT', false
    ) as is_gpu_malformed
from documents
