-- title: why loading refused a row, by its table and key; none where it did not
-- grain: one row
select string_agg(distinct quarantine.reason, '; ' order by quarantine.reason) as reason
from quarantine
where quarantine.table_name = ? and quarantine.row_key = ?
having count(*) > 0
