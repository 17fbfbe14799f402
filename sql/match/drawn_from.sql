-- title: how many task queues each request draws from when it is served, and what keeps
-- others from it
-- grain: seq
-- note: a limit that was reached meanwhile, or a delay
with
    emptied_first as (select tq_id, seq from served where is_last),

    emptied as (
        select choice.class_id, choice.tq_id, emptied_first.seq
        from emptied_first
        inner join choice using (tq_id)
    ),
    fewer as (
        select block.seq, count(*) as n_queues
        from block
        inner join emptied on block.class_id = emptied.class_id and block.seq > emptied.seq
        group by block.seq
    ),
    delayed as (
        select withheld.seq, count(*) as n_queues
        from withheld
        left join
            emptied_first
            on withheld.tq_id = emptied_first.tq_id
            and withheld.seq > emptied_first.seq
        where emptied_first.tq_id is null
        group by withheld.seq
    )

select
    block.seq,
    coalesce(class_depth.n_open, 0)
    - coalesce(fewer.n_queues, 0)
    - coalesce(delayed.n_queues, 0) as n_eligible,
    case
        when delayed.seq is not null
        then '-delay'
        when block.class_id in (select limited_pair.class_id from limited_pair)
        then '-limit'
    end as restraint
from block
left join delayed using (seq)
left join class_depth using (class_id)
left join fewer using (seq)
