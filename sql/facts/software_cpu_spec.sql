-- title: the CPU alternatives of each architecture string; NULL asks for no CPU
-- grain: architecture
-- source: C144, C147, C150
-- differs: the page reads parentheses first: one alternative (a|b)-intel; the running
-- system splits at every | and loses it
-- note: '*' = any, arch NULL = a JSON entry lacks it
with

    texts as (
        select
            software_architecture.architecture,
            software_architecture.cpu_entries,
            software_architecture.implied_arch,
            case
                when not cfg.cpu_spec_parentheses
                then
                    regexp_replace(
                        software_architecture.cpu_text, '^\(?(.*?)\)?$', '\1'
                    )
                when is_enclosed(software_architecture.cpu_text)
                then hide_nested(software_architecture.cpu_text[2:-2])
                else hide_nested(software_architecture.cpu_text)
            end as cpu_text
        from software_architecture
        cross join cfg
    )

select
    architecture,
    case
        when cpu_entries is not null
        then
            list_transform(
                cpu_entries,
                lambda entry:struct_pack(
                    arch := json_extract_string(entry, '$.arch'),
                    vendor := json_entry(entry, '$.vendor', '*'),
                    instr := json_entry(entry, '$.instr', '*')
                )
            )
        when cpu_text is not null
        then
            list_transform(
                list_transform(
                    string_split(cpu_text, '|'),
                    lambda alternative:string_split(alternative, '-')
                ),
                lambda pieces:struct_pack(
                    arch := show_nested(pieces[1]),
                    vendor := coalesce(show_nested(pieces[2]), '*'),
                    instr := coalesce(show_nested(pieces[3]), '*')
                )
            )
        when implied_arch is not null
        then [struct_pack(arch := implied_arch, vendor := '*', instr := '*')]
    end as cpu_specs
from texts
