-- title: how many task queues fit each kind of request, and how deep in CPU time to
-- title: look for $1 of them
-- grain: class_id
with
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
    min(summed.cpu_rank) filter (where summed.n_above < $1) as least_cpu_rank,
    sum(summed.n_queues)::bigint as n_open
from summed
group by summed.class_id
