-- title: one row per pilot: a job, or why there is none
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
        when match.criterion = '-outdrawn'
        then 'earlier pilots took all jobs that fit'
        else standing.reason
    end as reason,
    null::bigint as retry_after_s,
    standing.n_eligible::integer as n_candidates,
    case when match.job_id is null then 0 else 1 end::integer as n_selected
from standing
inner join match on standing.seq = match.seq
left join gate_hit on standing.seq = gate_hit.seq
order by standing.seq
