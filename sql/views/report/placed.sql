-- title: how many jobs of the placed chunks got a queue
-- grain: one row
with
    chunks as (select distinct jedi_task_id, chunk_no, n_jobs, is_guessed from placeable),
    wanted as (
        select coalesce(sum(n_jobs), 0)::bigint as n_jobs, count(*) filter (is_guessed) as n_guessed
        from chunks
    ),
    given as (
        select coalesce(sum(n_jobs), 0)::bigint as n_placed, count(*) as n_batches from placement
    )

select given.n_placed, wanted.n_jobs, wanted.n_guessed, given.n_batches
from wanted
cross join given
