-- title: how many jobs of the placed chunks got a queue
-- grain: one row
with chunks as (select distinct jedi_task_id, chunk_no, n_jobs, is_guessed from placeable)

select
    (select coalesce(sum(n_jobs), 0)::bigint from placement) as n_placed,
    coalesce(sum(chunks.n_jobs), 0)::bigint as n_jobs,
    count(*) filter (is_guessed) as n_guessed,
    (select count(*) from placement) as n_batches
from chunks
