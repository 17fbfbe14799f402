-- title: each distinct architecture string and how it is to be read
-- grain: architecture
-- source: C074, C140
-- note: only a JSON object is the new format
with

    strings as (
        select distinct software_question.architecture
        from software_question
        where software_question.architecture is not null
    ),

    documents as (
        select
            strings.architecture,
            is_json_object(strings.architecture) as is_json,
            case
                when is_json_object(strings.architecture)
                then strings.architecture::json
            end as document
        from strings
    )

select
    documents.architecture,
    documents.is_json,
    documents.document,
    documents.is_json
    and is_json_blank(json_extract(documents.document, '$.cpu_specs')) as is_cpu_blank,
    documents.is_json
    and is_json_list_of_objects(json_extract(documents.document, '$.cpu_specs'))
    and not is_json_blank(
        json_extract(documents.document, '$.cpu_specs')
    ) as is_cpu_json,
    coalesce(
        json_type(documents.document, '$.gpu_spec') = 'OBJECT', false
    ) as is_gpu_json,
    documents.is_json
    and coalesce(
        json_type(documents.document, '$.gpu_spec') <> 'OBJECT', false
    ) as is_gpu_malformed
from documents
