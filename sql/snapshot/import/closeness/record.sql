-- CRIC site matrix: a list of {src, dst, closeness}.
create or replace temp table record as
with
    links as (
        select
            entry_no,
            name,
            entry,
            json_text(entry, '$.src') as src_site,
            json_text(entry, '$.dst') as dst_site
        from entry
    )

select
    entry_no,
    coalesce(name, src_site || ':' || dst_site) as name,
    src_site,
    dst_site,
    json_number(entry, '$.closeness') as closeness,
    case
        when json_type(entry) <> 'OBJECT'
        then format('is a JSON {} where an object is due', lower(json_type(entry)))
        when src_site is null or dst_site is null
        then 'does not name a source and a destination'
        when json_number(entry, '$.closeness') is null
        then 'has no closeness'
        when row_number() over (partition by src_site, dst_site order by entry_no) > 1
        then 'the link stands twice, the first one counts'
    end as problem
from links
;
