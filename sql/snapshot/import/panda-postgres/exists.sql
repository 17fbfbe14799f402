-- Whether a table or view is there and filled: a materialized view may never have been.
select coalesce(bool_and(relispopulated), false) as is_there
from pg_class
where oid = to_regclass(:name::text)
