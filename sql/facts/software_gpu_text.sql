-- title: the GPU pieces of each legacy architecture string
-- grain: architecture, piece_no, attribute
-- source: C145, C171, C172, C175, C176, C177, C178, C179, C180, C181
-- differs: uarch!= excludes on the page; as run it is read as =
-- note: without an attribute a piece is ignored
with

    pieces as (
        select
            architecture,
            unnest(string_split(gpu_text, ':')) as piece,
            generate_subscripts(string_split(gpu_text, ':'), 1) as piece_no
        from software_architecture
    ),

    keyed as (
        select
            architecture,
            piece_no,
            piece,
            regexp_extract(
                piece, '^(\w+)(>=|<=|!=|==|>|<|=)(.+)$', ['name', 'operator', 'wanted']
            ) as parts
        from pieces
        where piece_no > 1
    )

select
    architecture,
    piece_no,
    unnest(['vendor', 'model']) as attribute,
    'match' as operator,
    unnest(string_split(piece || '-*', '-')[1:2]) as wanted,
    piece,
    '=' as stated
from pieces
where piece_no = 1
union all
select
    keyed.architecture,
    keyed.piece_no,
    gpu_attribute(keyed.parts.name),
    case
        when keyed.parts.name = 'uarch'
        then if(keyed.parts.operator = '!=' and cfg.gpu_ne_supported, 'not in', 'in')
        when keyed.parts.name = 'model'
        then if(keyed.parts.operator = '!=', 'exclude', 'match')
        else if(keyed.parts.operator = '=', '==', keyed.parts.operator)
    end,
    keyed.parts.wanted,
    keyed.piece,
    keyed.parts.operator
from keyed
cross join cfg
