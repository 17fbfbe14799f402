-- title: sections of the configuration, with the lines that they enclose
-- grain: text_no, line_no
-- source: DIRAC's CFG syntax: a name, then what stands in braces
with
    headed as (
        select cfg_line.*, lead(line) over (partition by text_no order by line_no) as next_line
        from cfg_line
    )

select
    headed.text_no,
    headed.line_no,
    headed.path,
    headed.line as name,
    coalesce(min(closing.line_no), max(headed.line_no)) as end_no
from headed
left join
    cfg_line as closing
    on headed.text_no = closing.text_no
    and closing.line = '}'
    and closing.depth = headed.depth
    and closing.line_no > headed.line_no
where headed.next_line = '{' and headed.line not in ('{', '}')
group by headed.text_no, headed.line_no, headed.path, headed.line
