-- One row per decision of the logs: from one start of a token to the next. Lines before
-- the first start belong to a decision that began earlier. Token and start say which
-- broker it is of; each has its policy. What is not decided has no end in the log. Of
-- an interleaved one nothing says which lines are its own. Decisions outside of the
-- window around the snapshot's time are of another moment.
create or replace temp table log_decision as
with
    decisions as (
        select
            file_no,
            logger,
            jedi_task_id,
            dataset_id,
            start_no,
            min(line_no) as first_line,
            min(log_time) as log_time,
            case
                when dataset_id is not null
                then 'analysis'
                when bool_or(kind = 'start' and contains(text, 'currentPriority='))
                then 'job'
                else 'task'
            end as broker,
            1 + count(*) filter (
                where kind = 'round' and contains(text, 'WITHOUT')
            ) as n_rounds,
            count(*) filter (where kind = 'done') as n_done,
            arg_max(name, line_no) filter (
                where kind = 'set' and contains(text, 'with True')
            ) as nucleus,
            arg_max(text, line_no) filter (where kind = 'none') as refusal,
            bool_or(kind = 'use') as has_use
        from log_line
        where kind <> 'continuation' and start_no > 0
        group by file_no, logger, jedi_task_id, dataset_id, start_no
    ),

-- where one decision ends twice and the one before never, two threads wrote them
    mixed as (
        select
            *,
            n_done > 1
            and lag(n_done = 0 and refusal is null, 1, false) over token
            or n_done = 0
            and refusal is null
            and lead(n_done > 1, 1, false) over token as is_interleaved
        from decisions
        window
            token as (
                partition by file_no, logger, jedi_task_id, dataset_id order by start_no
            )
    )

select
    row_number() over (order by decisions.file_no, decisions.first_line) as decision_no,
    decisions.*,
    brokers.policy,
    case
        when decisions.is_interleaved
        then 'interleaved'
        when decisions.broker = 'task' and decisions.nucleus is not null
        then 'chosen'
        when decisions.broker <> 'task' and decisions.has_use and decisions.n_done > 0
        then 'chosen'
        when decisions.refusal is not null or decisions.n_done > 0
        then 'none'
        else 'not decided'
    end as outcome,
    row_number() over (
        partition by decisions.jedi_task_id, decisions.dataset_id, decisions.broker
        order by decisions.file_no, decisions.first_line
    )
    - 1 as ordinal
from mixed as decisions
inner join brokers using (broker)
cross join snapshot
where
    decisions.log_time is null
    or decisions.log_time between snapshot.snapshot_time - to_seconds(getvariable('before_s'))
    and snapshot.snapshot_time + to_seconds(getvariable('after_s'))
;
