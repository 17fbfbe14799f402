-- title: lines of the configuration texts, without comments, each brace one by itself
-- grain: text_no, line_no
-- source: P028
-- nulls: a text without content has no line
with
    texts as (
        select
            row_number() over (order by dirac_cfg.path, dirac_cfg.content) as text_no,
            trim(coalesce(dirac_cfg.path, ''), '/') as path,
            cfg_lines(dirac_cfg.content) as lines
        from dirac_cfg
        where dirac_cfg.content is not null
    ),

    numbered as (
        select
            texts.text_no,
            texts.path,
            generate_subscripts(texts.lines, 1) as line_no,
            trim(unnest(texts.lines)) as line
        from texts
    )

select
    numbered.text_no,
    numbered.path,
    numbered.line_no,
    numbered.line,
    sum(case numbered.line when '{' then 1 when '}' then -1 else 0 end) over (
        partition by numbered.text_no order by numbered.line_no
    )::bigint as depth
from numbered
where numbered.line <> ''
