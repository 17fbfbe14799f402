-- title: what was given counts for the limits and delays of the sites that it runs at
-- nulls: without a job_id it counts for delays alone
-- note: a match takes tokens where its vo has a delay
create or replace table used as
select
    given.seq,
    given.job_id,
    given.arrival_time,
    class_use.vo,
    class_use.site,
    class_use.attribute,
    class_use.value,
    class_use.takes_token
from given
inner join
    class_use using (class_id, tq_id)
;

update limit_state
set
    n_running = limit_state.n_running + more.n_jobs,
    is_reached = limit_state.n_running + more.n_jobs >= limit_state.max_jobs
from
    (
        select used.site, used.attribute, used.value, count(used.job_id) as n_jobs
        from used
        group by used.site, used.attribute, used.value
    ) as more
where
    limit_state.site = more.site
    and limit_state.attribute = more.attribute
    and limit_state.value = more.value
;

update token
set
    bucket = list_reduce(
        more.times,
        lambda bucket, came: token_taken(bucket, came, token.delay_s, token.burst),
        token.bucket
    )
from
    (
        select
            used.site,
            used.attribute,
            used.value,
            list(used.arrival_time order by used.seq) as times
        from used
        semi join token as own using (vo, site, attribute, value)
        where used.takes_token and used.arrival_time is not null
        group by used.site, used.attribute, used.value
    ) as more
where
    token.site = more.site
    and token.attribute = more.attribute
    and token.value = more.value
;
