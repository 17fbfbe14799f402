-- title: pilots and task queues as they are listed
-- grain: policy, seq, tq_id
select
    pilot_pair.policy,
    pilot_pair.seq,
    pilot_pair.pilot_id,
    pilot_pair.site,
    pilot_pair.tq_id,
    pilot_pair.owner_group,
    pilot_pair.n_jobs,
    pilot_pair.outcome,
    pilot_pair.criterion,
    case when pilot_pair.outcome = 'rejected' then pilot_pair.label end as label,
    pilot_pair.class,
    len(pilot_pair.failing)::integer as n_failing,
    pilot_pair.only_blocker,
    array_to_string(pilot_pair.failing, ' ') as failing,
    pilot_pair.detail
from pilot_pair
