-- Untested: written after import/panda-postgres, for Oracle.
select
    app,
    component,
    key,
    vo,
    type,
    case
        when lower(type) = 'json'
        then coalesce(to_clob(value_json), to_clob(value))
        else to_clob(value)
    end as value
from config
