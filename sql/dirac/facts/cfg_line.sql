-- title: lines of the configuration texts, without comments, each brace one by itself
-- grain: text_no, line_no
-- source: P028
-- nulls: a text without content has no line
with
    texts as (
        select
            row_number() over (order by dirac_cfg.path, content) as text_no,
            trim(dirac_cfg.path, '/') as path,
            cfg_lines(content) as lines
        from dirac_cfg
        where content is not null
    ),
    numbered as (
        select text_no, path, generate_subscripts(lines, 1) as line_no, trim(unnest(lines)) as line
        from texts
    )

select
    text_no,
    path,
    line_no,
    line,
    sum(case line when '{' then 1 when '}' then -1 else 0 end) over (
        partition by text_no order by line_no
    )::bigint as depth
from numbered
where line <> ''
