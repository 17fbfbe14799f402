-- title: how many task queues fit each kind of request, and how deep in CPU time to
-- look for $1 of them
-- grain: class_id
-- note: beside those that a site refuses one of the requests for now
with
    most_withheld as (
        select class_id, max(n_withheld) as n_withheld
        from
            (
                select block.class_id, count(*) as n_withheld
                from withheld
                inner join block using (seq)
                group by block.class_id, block.seq
            ) as each
        group by class_id
    ),
    counted as (
        select class_id, cpu_rank, count(*) as n_queues
        from choice
        where class_id in (select block.class_id from block)
        group by class_id, cpu_rank
    ),
    summed as (
        select
            class_id,
            cpu_rank,
            sum(n_queues) over (partition by class_id order by cpu_rank desc) - n_queues as n_above,
            n_queues
        from counted
    )

select
    summed.class_id,
    min(summed.cpu_rank) filter (
        where summed.n_above < $1 + coalesce(most_withheld.n_withheld, 0)
    ) as least_cpu_rank,
    sum(summed.n_queues)::bigint as n_open
from summed
left join most_withheld using (class_id)
group by summed.class_id
