-- title: where jobs go whose kind has task queues: each into the one of them that has
-- the fewest jobs, while that may have one more
-- grain: job_id
-- bounds: as many jobs as the cap are one task queue, one more begins another
-- nulls: a cap of 0 is none; without tq_id all are full, and part says which of the
-- next ones it is
with
    wanted as (select kind, count(*) as n_jobs from joining group by kind),

    free as (
        select
            alike.kind,
            alike.tq_id,
            unnest(
                range(alike.n_jobs, least(alike.n_jobs + wanted.n_jobs, nullif(cfg.tq_max_jobs, 0)))
            ) as n_before
        from alike
        inner join wanted using (kind)
        cross join cfg
    ),
    ranked as (
        select
            kind,
            tq_id,
            row_number() over (partition by kind order by n_before, tq_id) as place,
            count(*) over (partition by kind) as n_free
        from free
    )

select
    joining.kind,
    joining.job_id,
    ranked.tq_id,
    case
        when ranked.tq_id is null
        then
            trunc((joining.place - 1 - coalesce(sizes.n_free, 0)) / cfg.tq_max_jobs::double)::bigint
    end as part
from joining
left join ranked using (kind, place)
left join ranked as sizes on joining.kind = sizes.kind and sizes.place = 1
cross join cfg
