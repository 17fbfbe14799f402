select
    policy,
    cause,
    coalesce(
        case when cause in ('stage', 'estimated chunk') then theirs || ' / ' || ours end, ''
    ) as between,
    count(distinct decision_no) as n_decisions,
    count(*) as n_pairs,
    any_value(jedi_task_id order by jedi_task_id) as first_task
from difference
group by all
order by n_decisions desc, n_pairs desc, cause, between
