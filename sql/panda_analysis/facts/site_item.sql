-- title: single items of the lists of included and excluded sites
-- grain: jedi_task_id, is_exclusion, item
-- note: a blank is part of an item
select distinct
    jedi_task_id,
    is_exclusion,
    unnest(
        case
            when json_type(content) = 'ARRAY'
            then json_extract_string(content, '$[*]')
            else string_split(content ->> '$', ',')
        end
    ) as item
from site_param
where content is not null
