-- title: task queues that fit a request but for limits, by what may hold them back
-- grain: tq_id, site, attribute, value
with
    fits as (
        select task_queue.*, request.sites as offered_sites
        from verdict
        inner join request using (seq)
        inner join task_queue using (tq_id)
        left join criterion on criterion.criterion = '-limit'
        left join survivor using (seq, tq_id)
        left join cap_hit on survivor.pair_no = cap_hit.pair_no
        where
            verdict.seq = ?
            and cap_hit.pair_no is null
            and verdict.reject_mask in (0, 1::bigint << coalesce(criterion.bit, 0))
    )

select
    fits.tq_id,
    fits.n_jobs,
    accepted_sites(fits.offered_sites, fits.sites, fits.banned_sites) as accepted,
    unnest(accepted_sites(fits.offered_sites, fits.sites, fits.banned_sites)) as site,
    task_queue_value.attribute,
    task_queue_value.value
from fits
inner join task_queue_value using (tq_id)
