-- title: how many jobs of the placed chunks got a queue
-- grain: one row
with chunks as (select distinct placeable.unit_no, placeable.n_jobs from placeable)

select
    (select coalesce(sum(placement.n_jobs), 0)::bigint from placement) as n_placed,
    (select coalesce(sum(chunks.n_jobs), 0)::bigint from chunks) as n_jobs,
    (select count(*) from placement) as n_batches
