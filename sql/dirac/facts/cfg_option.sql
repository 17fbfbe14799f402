-- title: options of the configuration by their whole path; a section is one without key
-- grain: text_no, line_no
-- source: P028, P029, P030, P031
-- source: DIRAC's CFG syntax: key = value
with
    entries as (
        select
            text_no,
            line_no,
            path,
            trim(regexp_extract(line, '^([^=+]*)', 1)) as key,
            trim(regexp_extract(line, '=(.*)$', 1)) as value
        from cfg_line
        where line like '%=%'
        union all
        select text_no, line_no, path, name as key, null as value
        from cfg_section
    )

select
    entries.text_no,
    entries.line_no,
    concat_ws(
        '/',
        nullif(entries.path, ''),
        string_agg(around.name, '/' order by around.line_no),
        entries.key
    ) as path,
    entries.value
from entries
left join
    cfg_section as around
    on entries.text_no = around.text_no
    and around.line_no < entries.line_no
    and around.end_no >= entries.line_no
group by entries.text_no, entries.line_no, entries.path, entries.key, entries.value
