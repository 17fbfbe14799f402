-- title: the cycles of a history, in parts of equal length
-- grain: policy, snapshot_id
-- note: a row of `board` is of a cycle of the scoreboard
with cycles as (select distinct policy, snapshot_id, snapshot_time from board)

select
    cycles.*,
    ntile(cast(getvariable('most_parts') as bigint)) over (
        partition by policy order by snapshot_time
    ) as part
from cycles
