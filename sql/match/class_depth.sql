-- title: how many task queues fit each kind of request, and how deep in CPU time to
-- look for $1 of them
-- grain: class_id
-- note: beside those that a site refuses one of the requests for now
with
    most_withheld as (
        select each.class_id, max(each.n_withheld) as n_withheld
        from
            (
                select block.class_id, count(*) as n_withheld
                from withheld
                inner join block on withheld.seq = block.seq
                group by block.class_id, block.seq
            ) as each
        group by each.class_id
    ),

    counted as (
        select choice.class_id, choice.cpu_rank, count(*) as n_queues
        from choice
        where choice.class_id in (select block.class_id from block)
        group by choice.class_id, choice.cpu_rank
    ),

    summed as (
        select
            counted.class_id,
            counted.cpu_rank,
            sum(counted.n_queues) over (
                partition by counted.class_id order by counted.cpu_rank desc
            )
            - counted.n_queues as n_above,
            counted.n_queues
        from counted
    )

select
    summed.class_id,
    min(summed.cpu_rank) filter (
        where summed.n_above < $1 + coalesce(most_withheld.n_withheld, 0)
    ) as least_cpu_rank,
    sum(summed.n_queues)::bigint as n_open
from summed
left join most_withheld on summed.class_id = most_withheld.class_id
group by summed.class_id
