-- title: how many task queues each pilot may draw from, and why there is none
-- grain: seq
-- source: spec/dirac.md 3, criteria: a request that is refused tells its own reason
with
    counts as (
        select
            eligible.seq,
            count(*) as n_eligible,
            count(*) filter (where eligible.is_top) as n_top
        from eligible
        group by eligible.seq
    )

select
    request.seq,
    request.pilot_id,
    coalesce(counts.n_eligible, 0) as n_eligible,
    coalesce(counts.n_top, 0) as n_top,
    case
        when gate_hit.criterion is not null
        then gate_hit.criterion
        when counts.n_eligible is null
        then '-no_eligible_queue'
    end as criterion,
    case
        when gate_hit.criterion is not null
        then gate_hit.detail
        when counts.n_eligible is null
        then 'no task queue fits'
    end as reason
from request
left join counts on request.seq = counts.seq
left join gate_hit on request.seq = gate_hit.seq
