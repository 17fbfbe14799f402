-- Independent of the order of the rows: the sum of one number per row, half of an MD5.
select
    count(*), coalesce(sum(cast(md5_number(cast(to_json(one_row) as varchar)) >> 64 as ubigint)), 0)
from main.$table as one_row
