-- title: what each architecture string requires of GPUs, one row per attribute tested
-- grain: architecture, step_no
-- source: C170
-- note: '*' asks nothing; of several pieces the last counts
with

    stated as (
        select
            software_gpu_text.architecture,
            software_gpu_text.attribute,
            arg_max(software_gpu_text.operator, software_gpu_text.piece_no) as operator,
            arg_max(software_gpu_text.wanted, software_gpu_text.piece_no) as wanted
        from software_gpu_text
        where software_gpu_text.attribute is not null
        group by software_gpu_text.architecture, software_gpu_text.attribute
    ),

    united as (
        select
            stated.architecture,
            stated.attribute,
            stated.operator,
            stated.wanted,
            case
                when stated.operator in ('in', 'not in') then [stated.wanted]
            end as choices
        from stated
        where not (stated.operator = 'match' and stated.wanted = '*')
        union all
        select
            software_gpu_entry.architecture,
            software_gpu_entry.attribute,
            software_gpu_entry.operator,
            software_gpu_entry.wanted,
            software_gpu_entry.choices
        from software_gpu_entry
    )

select
    united.architecture,
    list_position(gpu_attributes(), united.attribute) as step_no,
    united.attribute,
    united.operator,
    united.wanted,
    united.choices
from united
