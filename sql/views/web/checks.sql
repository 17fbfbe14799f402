-- title: queues, or task queues of pilots, before and after each check
-- grain: label
-- source: a policy has pairs of tasks, or of pilots
with
    gone as (
        select line_no, label, criterion, class
        from pair
        where policy = $1 and line_no is not null
        union all
        select line_no, label, criterion, class
        from pilot_pair
        where policy = $1 and outcome = 'rejected'
    ),
    taken as (
        select line_no, label, criterion, class, count(*) as n_cut
        from gone
        group by line_no, label, criterion, class
    ),
    checks as (
        select
            line_no,
            label,
            sum(taken.n_cut) as n_cut,
            list(
                {'criterion':criterion, 'class':class, 'n_cut':taken.n_cut}
                order by taken.n_cut desc, criterion
            ) as criteria
        from taken
        group by line_no, label
    ),
    summed as (select checks.*, $2 - sum(n_cut) over (order by line_no) as n_after from checks)

select
    label, (summed.n_after + n_cut)::bigint as n_before, summed.n_after::bigint as n_after, criteria
from summed
order by line_no
