-- NWS dump {"src:dst": {...}} (relation document), one row per link, in the order of
-- the file. A row with a problem is quarantined.
create or replace temp table network_link as
with
    members as (
        select
            file_no,
            line_no,
            generate_subscripts(json_values(content), 1) as place,
            unnest(json_names(content)) as json_key,
            unnest(json_values(content)) as link
        from document
    ),
    links as (
        select
            row_number() over (order by file_no, line_no, place) as link_order,
            coalesce(json_key, format('record {}', place)) as json_key,
            link,
            coalesce(
                json_text(link, '$.src'),
                nullif(trim(string_split(json_key, ':')[1]), '')
            ) as src_site,
            coalesce(
                json_text(link, '$.dst'),
                nullif(trim(string_split(json_key, ':')[2]), '')
            ) as dst_site
        from members
    )

select
    *,
    case
        when json_type(link) <> 'OBJECT'
        then format('is a JSON {} where an object is due', lower(json_type(link)))
        when src_site is null or dst_site is null
        then 'does not name a source and a destination'
        when row_number() over (partition by src_site, dst_site order by link_order) > 1
        then 'the link stands twice in the file, the first one counts'
    end as problem
from links
;
