-- title: what each request is told: the job that it gets, or why it gets none
-- grain: seq
-- source: design/interfaces.md, result table match
with
    emptied as (
        select choice.class_id, choice.tq_id, served.seq
        from served
        inner join choice on served.tq_id = choice.tq_id
        where served.is_last
    ),

    fewer as (
        select block.seq, count(*) as n_queues
        from block
        inner join
            emptied on block.class_id = emptied.class_id and block.seq > emptied.seq
        group by block.seq
    ),

    counted as (
        select
            block.seq,
            coalesce(class_depth.n_open, 0) - coalesce(fewer.n_queues, 0) as n_eligible
        from block
        left join class_depth on block.class_id = class_depth.class_id
        left join fewer on block.seq = fewer.seq
    )

select
    served.seq,
    asking.pilot_id,
    given.tq_id,
    given.job_id,
    given.user_priority,
    task_queue.cpu_time,
    counted.n_eligible::integer as n_eligible,
    case
        when given.job_id is null
        then
            no_job_criterion(
                asking.criterion,
                asking.job_id,
                asking.class_id in (select offered.class_id from offered)
            )
    end as criterion
from served
inner join asking on served.seq = asking.seq
inner join counted on served.seq = counted.seq
left join given on served.seq = given.seq
left join task_queue on given.tq_id = task_queue.tq_id
order by served.seq
