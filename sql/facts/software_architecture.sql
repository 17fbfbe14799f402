-- title: the parts of each distinct architecture string
-- grain: architecture
-- source: C147, C213
-- differs: that of sw_platform on the page, of the whole string as run
-- note: a JSON entry that cannot be used falls to the reading of an old text without #;
-- the text before the first - is the CPU asked for
select
    software_document.architecture,
    case
        when software_document.is_json
        then
            coalesce(
                json_extract_string(software_document.document, '$.sw_platform'), ''
            )
        else regexp_extract(software_document.architecture, '^[^@#&]*')
    end as sw_platform,
    case
        when software_document.is_json
        then json_extract_string(software_document.document, '$.base_platform')
        else nullif(regexp_extract(software_document.architecture, '@([^#&]*)', 1), '')
    end as base_platform,
    case
        when software_document.is_cpu_json
        then json_extract(software_document.document, '$.cpu_specs[*]')
    end as cpu_entries,
    case
        when not (software_document.is_cpu_blank or software_document.is_cpu_json)
        then
            nullif(regexp_extract(software_document.architecture, '#([^\^@&]*)', 1), '')
    end as cpu_text,
    case
        when
            not (software_document.is_cpu_blank or software_document.is_cpu_json)
            and not regexp_matches(software_document.architecture, '^[\^@&]|#')
        then
            nullif(
                regexp_extract(
                    software_document.architecture,
                    if(cfg.implied_cpu = 'platform', '^[^-@#&]*', '^[^-]*')
                ),
                ''
            )
    end as implied_arch,
    case
        when software_document.is_gpu_json
        then json_extract(software_document.document, '$.gpu_spec')
    end as gpu_entry,
    case
        when not software_document.is_gpu_json
        then
            nullif(regexp_extract(software_document.architecture, '&([^\^@#]*)', 1), '')
    end as gpu_text,
    json_extract_string(
        software_document.document, '$.cpu_pref.preferred_architecture_level'
    ) as preferred_level
from software_document
cross join cfg
