-- title: each distinct architecture string, read whole; equal content, equal number
-- grain: architecture
-- source: C145, C170, C171, C172, C175, C176, C177, C178, C179, C180, C181
-- differs: uarch!= excludes on the page; as run it is read as =
-- note: gpu_specs NULL asks for no GPU, [] for any; requirements stand in the order in
-- which they are tested; '*' asks nothing, of several pieces the last counts, one
-- without an attribute is ignored; operator 'error' refuses every queue
with
    pieces as (
        select
            architecture,
            gpu_entry,
            string_split(regexp_extract(gpu_text, '^[^:]*') || '-*', '-') as names,
            list_transform(
                string_split(gpu_text, ':')[2:],
                lambda piece:regexp_extract(
                    piece,
                    '^((\w+)(>=|<=|!=|==|>|<|=)(.+)|(?s:.*))$',
                    ['text', 'key', 'operator', 'wanted']
                )
            ) as keyed
        from software_architecture
        where gpu_text is not null or gpu_entry is not null
    ),
    stated as (
        select
            pieces.*,
            if(
                gpu_entry is null,
                [
                    gpu_requirement('vendor', 'match', names[1], null),
                    gpu_requirement('model', 'match', names[2], null)
                ] || list_transform(
                    keyed,
                    lambda piece:gpu_requirement(
                        gpu_attribute(piece.key),
                        case
                            when piece.key = 'uarch' and piece.operator = '!='
                            then if(cfg.gpu_ne_supported, 'not in', 'in')
                            when piece.key = 'uarch'
                            then 'in'
                            when piece.key = 'model'
                            then if(piece.operator = '!=', 'exclude', 'match')
                            else if(piece.operator = '=', '==', piece.operator)
                        end,
                        piece.wanted,
                        if(piece.key = 'uarch', [piece.wanted], null)
                    )
                ),
                list_transform(
                    gpu_attributes(),
                    lambda attribute:gpu_entry_asks(
                        attribute,
                        json_extract(gpu_entry, '$.' || attribute),
                        json_extract_string(gpu_entry, '$.' || attribute)
                    )
                )
            ) as requirements
        from pieces
        cross join cfg
    ),
    asked as (
        select
            architecture,
            keyed,
            list_filter(
                list_transform(
                    gpu_attributes(),
                    lambda attribute:list_filter(
                        requirements, lambda each:each.attribute = attribute
                    )[-1]
                ),
                lambda each:each.operator is not null
                and (gpu_entry is not null or each.operator <> 'match' or each.wanted <> '*')
            ) as gpu_specs
        from stated
    ),
    specifications as (
        select
            software_architecture.* exclude (gpu_text, gpu_entry, problems),
            asked.gpu_specs,
            list_sort(
                list_distinct(
                    list_concat(
                        software_architecture.problems,
                        list_transform(
                            asked.gpu_specs,
                            lambda each:gpu_problem(each.attribute, each.operator, each.wanted)
                        ),
                        list_transform(
                            asked.keyed, lambda piece:gpu_piece_problem(piece, cfg.gpu_ne_supported)
                        )
                    )
                )
            ) as problems
        from software_architecture
        cross join cfg
        left join asked using (architecture)
    )

select
    specifications.*,
    dense_rank() over (
        order by sw_platform, base_platform, cpu_specs, gpu_specs, preferred_level, problems
    ) as specification_no
from specifications
