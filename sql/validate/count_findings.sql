select count(*), coalesce(min(distinct cast(row_key as varchar), 5), [])
from ($query) as finding
