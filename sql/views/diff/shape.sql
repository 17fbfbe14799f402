-- title: what a comparison of runs reads of a result table, with the side of each row
select
    null::varchar as side, null::varchar as snapshot_id, columns(lambda name:name <> 'snapshot_id')
from $absent
