-- The rows that did not get into the one table that was loaded, by their number.
select cast("row" ->> $path as bigint) as row_no, row_key, reason
from quarantine
order by row_no, row_key, reason
