-- title: the parts of each distinct architecture string, JSON or legacy text
-- grain: architecture
-- source: spec/analysis-and-software.md 2.1; only a JSON object is the new format
-- source: a JSON entry that cannot be used falls to the legacy reading of the whole
-- text
with

    strings as (
        select distinct
            software_question.architecture,
            is_json_object(software_question.architecture) as is_json
        from software_question
        where software_question.architecture is not null
    ),

    documents as (
        select
            strings.architecture,
            strings.is_json,
            case when strings.is_json then strings.architecture::json end as document
        from strings
    ),

    forms as (
        select
            documents.*,
            is_json_blank(json_extract(documents.document, '$.cpu_specs'))
            and documents.is_json as is_cpu_blank,
            json_type(documents.document, '$.cpu_specs') = 'ARRAY'
            and list_bool_and(
                list_transform(
                    json_extract(documents.document, '$.cpu_specs[*]'),
                    lambda entry:json_type(entry) = 'OBJECT'
                )
            ) as is_cpu_json,
            json_type(documents.document, '$.gpu_spec') = 'OBJECT' as is_gpu_json
        from documents
    )

select
    forms.architecture,
    forms.is_json,
    case
        when forms.is_json
        then coalesce(json_extract_string(forms.document, '$.sw_platform'), '')
        else regexp_extract(forms.architecture, '^[^@#&]*')
    end as sw_platform,
    case
        when forms.is_json
        then json_extract_string(forms.document, '$.base_platform')
        else nullif(regexp_extract(forms.architecture, '@([^#&]*)', 1), '')
    end as base_platform,
    case
        when forms.is_cpu_json then json_extract(forms.document, '$.cpu_specs[*]')
    end as cpu_entries,
    case
        when not (forms.is_cpu_blank or coalesce(forms.is_cpu_json, false))
        then nullif(regexp_extract(forms.architecture, '#([^\^@&]*)', 1), '')
    end as cpu_text,
    case
        when
            not (forms.is_cpu_blank or coalesce(forms.is_cpu_json, false))
            and not regexp_matches(forms.architecture, '^[\^@&]|#')
        then nullif(split_part(forms.architecture, '-', 1), '')
    end as implied_arch,
    case
        when forms.is_gpu_json then json_extract(forms.document, '$.gpu_spec')
    end as gpu_entry,
    case
        when not coalesce(forms.is_gpu_json, false)
        then nullif(regexp_extract(forms.architecture, '&([^\^@#]*)', 1), '')
    end as gpu_text,
    json_extract_string(
        forms.document, '$.cpu_pref.preferred_architecture_level'
    ) as preferred_level,
    forms.is_json
    and not (
        forms.is_cpu_blank or coalesce(forms.is_cpu_json, false)
    ) as is_cpu_malformed,
    forms.is_json
    and json_type(forms.document, '$.gpu_spec') is not null
    and not coalesce(forms.is_gpu_json, false) as is_gpu_malformed
from forms
