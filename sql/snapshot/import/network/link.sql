-- NWS dump {"src:dst": {...}} (relation document), one row per link, in the order of
-- the file. A row with a problem is quarantined.
create or replace temp table network_link as
with
    links as (
        select
            row_number() over (
                order by document.file_no, document.line_no, each.rowid
            ) as link_order,
            each.key as json_key,
            each.value as link,
            coalesce(
                json_text(each.value, '$.src'),
                nullif(trim(string_split(each.key, ':')[1]), '')
            ) as src_site,
            coalesce(
                json_text(each.value, '$.dst'),
                nullif(trim(string_split(each.key, ':')[2]), '')
            ) as dst_site
        from document
        cross join json_each(document.content) as each
    ),

    counted as (
        select
            link_order,
            json_key,
            link,
            src_site,
            dst_site,
            row_number() over (
                partition by src_site, dst_site order by link_order
            ) as occurrence
        from links
    )

select
    link_order,
    json_key,
    link,
    src_site,
    dst_site,
    case
        when json_type(link) <> 'OBJECT'
        then format('is a JSON {} where an object is due', lower(json_type(link)))
        when src_site is null or dst_site is null
        then 'does not name a source and a destination'
        when occurrence > 1
        then 'the link stands twice in the file, the first one counts'
    end as problem
from counted
;
