-- title: pilots and task queues as they are listed
-- grain: policy, seq, tq_id
select
    policy,
    seq,
    pilot_id,
    site,
    tq_id,
    owner_group,
    n_jobs,
    outcome,
    criterion,
    detail,
    case when outcome = 'rejected' then label end as label,
    class,
    len(pilot_pair.failing)::integer as n_failing,
    only_blocker,
    array_to_string(pilot_pair.failing, ' ') as failing
from pilot_pair
