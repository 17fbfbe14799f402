-- title: the parts of each distinct architecture string: platforms, CPUs, GPUs
-- grain: architecture
-- source: C074, C140, C143, C144, C147, C149, C150, C213
-- differs: without # the CPU is that of sw_platform on the page, of the whole string as
-- run; the page reads parentheses first, one alternative (a|b)-intel, the running
-- system splits at every | and loses it
-- note: only a JSON object is the new format, and an entry of it that cannot be used is
-- read as in an old text; cpu_specs NULL asks for no CPU, with '*' for any, with arch
-- NULL where a JSON entry lacks it; gpu_text and gpu_entry NULL ask for no GPU
with
    strings as (select distinct architecture from software_question),

    documents as (
        select
            architecture,
            if(is_json_object(architecture), architecture::json, null) as document,
            json_extract(document, '$.cpu_specs') as cpu_node,
            json_type(document, '$.gpu_spec') as gpu_kind,
            case
                when document is null
                then 'text'
                when is_json_blank(cpu_node)
                then 'none'
                when is_json_list_of_objects(cpu_node)
                then 'json'
                else 'text'
            end as cpu_format,
            nullif(regexp_extract(architecture, '#([^\^@&]*)', 1), '') as cpu_text
        from strings
        where architecture is not null
    ),
    alternatives as (
        select
            documents.*,
            string_split(
                case
                    when not cfg.cpu_spec_parentheses
                    then regexp_replace(cpu_text, '^\(?(.*?)\)?$', '\1')
                    when is_enclosed(cpu_text)
                    then hide_nested(cpu_text[2:-2])
                    else hide_nested(cpu_text)
                end,
                '|'
            ) as cpu_texts,
            case
                when not regexp_matches(architecture, '^[\^@&]|#')
                then if(cfg.implied_cpu = 'platform', '^[^-@#&]+', '^[^-]+')
            end as implied_cpu
        from documents
        cross join cfg
    )

select
    architecture,
    if(
        document is null,
        regexp_extract(architecture, '^[^@#&]*'),
        coalesce(json_extract_string(document, '$.sw_platform'), '')
    ) as sw_platform,
    if(
        document is null,
        nullif(regexp_extract(architecture, '@([^#&]*)', 1), ''),
        json_extract_string(document, '$.base_platform')
    ) as base_platform,
    case
        when cpu_format = 'json'
        then
            list_transform(
                json_entries(cpu_node),
                lambda entry: {
                    'arch':json_extract_string(entry, '$.arch'),
                    'vendor':json_entry(entry, '$.vendor', '*'),
                    'instr':json_entry(entry, '$.instr', '*')
                }
            )
        when cpu_format = 'text' and cpu_texts is not null
        then
            list_transform(
                cpu_texts,
                lambda spec: {
                    'arch':show_nested(string_split(spec, '-')[1]),
                    'vendor':coalesce(show_nested(string_split(spec, '-')[2]), '*'),
                    'instr':coalesce(show_nested(string_split(spec, '-')[3]), '*')
                }
            )
        when cpu_format = 'text' and regexp_matches(architecture, implied_cpu)
        then [{'arch':regexp_extract(architecture, implied_cpu), 'vendor':'*', 'instr':'*'}]
    end as cpu_specs,
    case when gpu_kind = 'OBJECT' then json_extract(document, '$.gpu_spec') end as gpu_entry,
    case
        when gpu_entry is null then nullif(regexp_extract(architecture, '&([^\^@#]*)', 1), '')
    end as gpu_text,
    json_extract_string(document, '$.cpu_pref.preferred_architecture_level') as preferred_level,
    [
        case
            when document is null and regexp_matches(architecture, '^[\s''"]*\{')
            then 'looks like JSON and is none: read as an old architecture'
        end,
        case
            when document is not null and cpu_format = 'text'
            then 'cpu_specs is no list of objects: read as an old architecture'
        end,
        case when gpu_kind <> 'OBJECT' then 'gpu_spec is no object: ignored' end,
        case
            when len(list_filter(cpu_specs, lambda spec:spec.arch is null)) > 0
            then 'a CPU alternative has no arch: queues that describe their CPU are refused'
        end
    ] as problems
from alternatives
