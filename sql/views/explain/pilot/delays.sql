-- title: delays that last when a request comes, and the task queues that they hold back
-- grain: site, attribute, value
-- nulls: a request that does not say when it came knows no delay, one for one job obeys
-- none
-- note: with a whole token nothing is refused
with
    times as (
        select site, attribute, value, list(arrival_time order by seq) as matched
        from earlier_use
        semi join delay_rule using (vo, site, attribute, value)
        where takes_token and arrival_time is not null
        group by all
    ),
    buckets as (
        select
            delay_rule.*,
            request.arrival_time,
            tokens_left(
                list_reduce(
                    coalesce(times.matched, []),
                    lambda bucket,
                    came:token_taken(bucket, came, delay_rule.delay_s, delay_rule.burst),
                    first_bucket(delay_rule.burst, delay_rule.n_left, delay_rule.since)
                ),
                request.arrival_time,
                delay_rule.delay_s,
                delay_rule.burst
            ) as n_tokens
        from delay_rule
        inner join request on delay_rule.vo = request.vo and request.seq = ?
        left join times using (site, attribute, value)
        where request.arrival_time is not null and request.job_id is null
    )

select
    '-delay' as criterion,
    buckets.site,
    buckets.attribute,
    buckets.value,
    buckets.delay_s,
    buckets.burst,
    buckets.arrival_time,
    buckets.arrival_time
    + to_microseconds(ceil(1e6 * (1 - buckets.n_tokens) * buckets.delay_s)::bigint) as free_time,
    list(limitable.tq_id order by limitable.tq_id) as tq_ids,
    count(*) as n_queues,
    sum(limitable.n_jobs)::bigint as n_jobs
from buckets
inner join limitable using (site, attribute, value)
where buckets.n_tokens < 1
group by all
order by n_jobs desc, buckets.site, buckets.attribute, buckets.value
