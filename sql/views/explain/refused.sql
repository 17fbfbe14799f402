-- title: why loading refused a row, by its table and key; none where it did not
-- grain: one row
select string_agg(distinct reason, '; ' order by reason) as reason
from quarantine
where table_name = ? and row_key = ?
having count(*) > 0
