-- The rows that the contract keeps out of the tables $1.
select table_name, row_key, reason
from quarantine
where list_contains($1::varchar[], table_name)
order by table_name, row_key, reason
;
