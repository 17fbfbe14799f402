-- Independent of the order of the rows: the sum of one number per row.
select
    count(*),
    coalesce(
        sum(cast(md5_number_lower(cast(to_json(content) as varchar)) as hugeint)), 0
    )
from main.$table as content
