-- What Rucio's command line prints becomes documents too: the rows of a table, by its
-- header and by the line NAME: VALUE above it, and blocks of lines key: value between
-- rules.
insert into document
with
    lines as (
        select
            file_no,
            file,
            line_no,
            trim(content) as line,
            regexp_matches(trim(content), '^[|+]?[-=+|]{3,}$') as is_rule,
            starts_with(trim(content), '|') as is_row
        from document_fault
    ),
    rows_of_tables as (
        select
            *,
            list_transform(
                string_split(trim(line, '|'), '|'), lambda cell: trim(cell)
            ) as cells,
            is_row
            and not is_rule
            and coalesce(
                lead(is_rule and is_row) over (
                    partition by file_no order by line_no
                ),
                false
            ) as is_header
        from lines
    ),
    placed as (
        select
            *,
            last_value(case when is_header then cells end ignore nulls) over (
                partition by file_no order by line_no
            ) as header,
            last_value(
                nullif(regexp_extract(line, '^([A-Z]+): *\S+$', 1), '') ignore nulls
            ) over (partition by file_no order by line_no) as above,
            last_value(
                nullif(regexp_extract(line, '^[A-Z]+: *(\S+)$', 1), '') ignore nulls
            ) over (partition by file_no order by line_no) as above_value,
            count(*) filter (where is_rule) over (
                partition by file_no order by line_no
            ) as block_no
        from rows_of_tables
    ),
    pairs as (
        select
            file_no,
            file,
            line_no,
            map(
                list_append(header, coalesce(above, 'ABOVE')),
                list_append(list_resize(cells, len(header)), above_value)
            ) as row
        from placed
        where is_row and not is_rule and not is_header and header is not null
    ),
    blocks as (
        select
            file_no,
            file,
            min(line_no) as line_no,
            map_from_entries(
                list(
                    (
                        regexp_extract(line, '^(\w+): *(.*)$', 1),
                        regexp_extract(line, '^(\w+): *(.*)$', 2)
                    )
                    order by line_no
                )
            ) as row
        from placed
        where not is_row and regexp_matches(line, '^[a-z_]+: ')
        group by file_no, file, block_no
    )

select file_no, file, line_no, to_json(row)::varchar as content
from pairs
union all
select file_no, file, line_no, to_json(row)::varchar as content
from blocks
;

-- Lines around what was understood are headings and rules.
delete from document_fault
where file_no in (select file_no from document)
;
