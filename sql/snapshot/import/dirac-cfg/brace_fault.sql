-- The first brace of each file that is closed or opened alone: file, line, is_open,
-- and how many are open at the end.
with
    texts as (
        select
            file_no,
            file,
            string_split(regexp_replace(content, '#[^\r\n]*', '', 'g'), chr(10)) as lines
        from document_text
    ),
    lines as (
        select file_no, file, generate_subscripts(lines, 1) as line_no, unnest(lines) as line
        from texts
    ),
    depths as (
        select
            file_no,
            file,
            line_no,
            sum(len(replace(line, '}', '')) - len(replace(line, '{', ''))) over (
                partition by file_no order by line_no
            ) as depth
        from lines
    ),
    files as (
        select
            file_no,
            file,
            min(line_no) filter (where depth < 0) as closed_no,
            coalesce(max(line_no) filter (where depth = 0), 0) + 1 as open_no,
            arg_max(depth, line_no) as n_open
        from depths
        group by file_no, file
    )

select
    file,
    coalesce(closed_no, open_no)::bigint as line_no,
    closed_no is null as is_open,
    n_open::bigint as n_open
from files
where closed_no is not null or n_open > 0
order by file_no
;
