-- Untested: written after import/panda-postgres, for Oracle.
select
    (
        select major || '.' || minor || '.' || patch from pandadb_version where component = 'PanDA'
    ) as schema_version,
    'read only' as isolation
from dual
