-- title: the GPU pieces of each legacy architecture string
-- value
-- grain: architecture, piece_no, attribute
-- source: spec/analysis-and-software.md 2.1; a piece with a remark and no attribute
-- is ignored
with

    pieces as (
        select
            software_architecture.architecture,
            generate_subscripts(
                string_split(software_architecture.gpu_text, ':'), 1
            ) as piece_no,
            unnest(string_split(software_architecture.gpu_text, ':')) as piece
        from software_architecture
    ),

    keyed as (
        select
            pieces.architecture,
            pieces.piece_no,
            pieces.piece,
            regexp_extract(
                pieces.piece,
                '^(\w+)(>=|<=|!=|==|>|<|=)(.+)$',
                ['name', 'operator', 'wanted']
            ) as parts
        from pieces
        where pieces.piece_no > 1
    )

select
    pieces.architecture,
    pieces.piece_no,
    unnest(['vendor', 'model']) as attribute,
    'match' as operator,
    unnest(
        [
            split_part(pieces.piece, '-', 1),
            if(pieces.piece like '%-%', split_part(pieces.piece, '-', 2), '*')
        ]
    ) as wanted,
    null as remark
from pieces
where pieces.piece_no = 1
union all
select
    keyed.architecture,
    keyed.piece_no,
    gpu_attribute(keyed.parts.name) as attribute,
    case
        gpu_attribute(keyed.parts.name)
        when 'microarchitecture'
        then 'in'
        when 'model'
        then if(keyed.parts.operator = '!=', 'exclude', 'match')
        else if(keyed.parts.operator = '=', '==', keyed.parts.operator)
    end as operator,
    keyed.parts.wanted,
    case
        when keyed.parts.name = ''
        then
            format('GPU piece "{}" is no key, operator and value: ignored', keyed.piece)
        when gpu_attribute(keyed.parts.name) is null
        then format('GPU key "{}" is unknown: ignored', keyed.parts.name)
        when keyed.parts.name = 'uarch' and keyed.parts.operator not in ('=', '==')
        then format('GPU operator {} on uarch is read as =', keyed.parts.operator)
    end as remark
from keyed
