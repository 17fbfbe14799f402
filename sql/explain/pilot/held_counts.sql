-- title: how many pilots one criterion refused before any task queue
-- grain: one row
select
    count(*) as n_pilots,
    count(*) filter (where standing.criterion = $1) as n_pilots_touched
from standing
