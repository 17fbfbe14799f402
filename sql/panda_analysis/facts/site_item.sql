-- title: single items of the lists of included and excluded sites
-- grain: jedi_task_id, is_exclusion, item
select distinct
    site_param.jedi_task_id,
    site_param.is_exclusion,
    trim(
        unnest(
            case
                when json_type(site_param.content) = 'ARRAY'
                then json_extract_string(site_param.content, '$[*]')
                else string_split(site_param.content ->> '$', ',')
            end
        )
    ) as item
from site_param
where site_param.content is not null
