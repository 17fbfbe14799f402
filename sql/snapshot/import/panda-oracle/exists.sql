-- Untested: written after import/panda-postgres, for Oracle.
select count(*) as is_there
from all_objects
where object_name = upper(:name) and object_type in ('TABLE', 'VIEW', 'MATERIALIZED VIEW')
