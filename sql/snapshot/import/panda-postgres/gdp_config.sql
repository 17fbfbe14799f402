-- A row without VO holds '' here, since the column must not be NULL.
select
    app,
    component,
    key,
    nullif(vo, '') as vo,
    type,
    case when lower(type) = 'json' then coalesce(value_json::text, value) else value end as value
from config
