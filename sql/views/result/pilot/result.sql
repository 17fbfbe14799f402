-- title: one row per pilot: a job, or why there is none
-- nulls: no reason where there is a job
select
    getvariable('policy') as policy,
    standing.seq,
    standing.pilot_id,
    case
        when match.job_id is not null
        then 'assigned'
        when gate_hit.criterion is not null
        then 'failed'
        else 'pending'
    end as status,
    match.criterion,
    case
        when match.job_id is not null
        then null
        when standing.reason is not null
        then standing.reason
        when match.criterion = '-outdrawn'
        then 'earlier pilots took all jobs that fit'
        when given.job_id is not null
        then format('pilot {} took job {} before', given.seq, given.job_id)
        when match.criterion = '-delay'
        then 'a delay of its site holds back what is left of what fits'
        when match.criterion = '-limit'
        then 'a limit of its site holds back what is left of what fits'
        else format('a limit or a delay of its site holds back job {}', request.job_id)
    end as reason,
    null::bigint as retry_after_s,
    standing.n_eligible::integer as n_candidates,
    if(match.job_id is null, 0, 1)::integer as n_selected
from standing
inner join match using (seq)
inner join request using (seq)
left join match as given on request.job_id = given.job_id and given.seq < standing.seq
left join gate_hit using (seq)
union all
select
    getvariable('policy') as policy,
    seq,
    pilot_id,
    'failed' as status,
    '-quarantined' as criterion,
    reason,
    null::bigint as retry_after_s,
    0::integer as n_candidates,
    0::integer as n_selected
from refused_pilot
order by seq
