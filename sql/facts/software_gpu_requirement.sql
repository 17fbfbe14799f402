-- title: what each architecture string requires of GPUs, one row per attribute tested
-- grain: architecture, step_no
-- source: C170
-- note: '*' asks nothing; of several pieces the last counts
with

    stated as (
        select
            architecture,
            attribute,
            arg_max(operator, piece_no) as operator,
            arg_max(wanted, piece_no) as wanted
        from software_gpu_text
        where attribute is not null
        group by architecture, attribute
    ),

    united as (
        select
            architecture,
            attribute,
            operator,
            wanted,
            case when operator in ('in', 'not in') then [wanted] end as choices
        from stated
        where not (operator = 'match' and wanted = '*')
        union all
        select architecture, attribute, operator, wanted, choices
        from software_gpu_entry
    )

select
    architecture,
    list_position(gpu_attributes(), attribute) as step_no,
    attribute,
    operator,
    wanted,
    choices
from united
