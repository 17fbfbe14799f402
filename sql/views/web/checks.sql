-- title: queues, or task queues of pilots, before and after each check
-- grain: label
-- source: a policy has pairs of tasks, or of pilots
with
    gone as (
        select pair.line_no, pair.label, pair.criterion, pair.class
        from pair
        where pair.policy = $1 and pair.line_no is not null
        union all
        select
            pilot_pair.line_no, pilot_pair.label, pilot_pair.criterion, pilot_pair.class
        from pilot_pair
        where pilot_pair.policy = $1 and pilot_pair.outcome = 'rejected'
    ),

    taken as (
        select gone.line_no, gone.label, gone.criterion, gone.class, count(*) as n_cut
        from gone
        group by gone.line_no, gone.label, gone.criterion, gone.class
    ),

    checks as (
        select
            taken.line_no,
            taken.label,
            sum(taken.n_cut) as n_cut,
            list(
                {'criterion':taken.criterion, 'class':taken.class, 'n_cut':taken.n_cut}
                order by taken.n_cut desc, taken.criterion
            ) as criteria
        from taken
        group by taken.line_no, taken.label
    ),

    summed as (
        select
            checks.*, $2 - sum(checks.n_cut) over (order by checks.line_no) as n_after
        from checks
    )

select
    summed.label,
    (summed.n_after + summed.n_cut)::bigint as n_before,
    summed.n_after::bigint as n_after,
    summed.criteria
from summed
order by summed.line_no
