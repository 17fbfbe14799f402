-- One row per decision of the logs: from one start of a token to the next. Lines before
-- the first start belong to a decision that began earlier. The broker is told by the
-- token and the start; each has its policy. Decisions outside of the window around the
-- snapshot's time are of another moment.
create or replace temp table log_decision as
with
    brokers(broker, policy) as (
        values ('job', 'panda_job'), ('analysis', 'panda_analysis'), ('task', 'panda_task')
    ),

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
            bool_or(kind = 'done') as is_done,
            arg_max(name, line_no) filter (
                where kind = 'set' and contains(text, 'with True')
            ) as nucleus,
            arg_max(text, line_no) filter (where kind = 'none') as refusal,
            bool_or(kind = 'use') as has_use
        from log_line
        where kind <> 'continuation' and start_no > 0
        group by file_no, logger, jedi_task_id, dataset_id, start_no
    )

select
    row_number() over (order by decisions.file_no, decisions.first_line) as decision_no,
    decisions.*,
    brokers.policy,
    case
        when decisions.broker = 'task' and decisions.nucleus is not null
        then 'chosen'
        when decisions.broker <> 'task' and decisions.has_use and decisions.is_done
        then 'chosen'
        when decisions.refusal is not null or decisions.is_done
        then 'none'
        else 'not decided'
    end as outcome,
    row_number() over (
        partition by decisions.jedi_task_id, decisions.dataset_id, decisions.broker
        order by decisions.file_no, decisions.first_line
    )
    - 1 as ordinal
from decisions
inner join brokers using (broker)
cross join snapshot
where
    decisions.log_time is null
    or decisions.log_time between snapshot.snapshot_time - to_seconds(getvariable('before_s'))
    and snapshot.snapshot_time + to_seconds(getvariable('after_s'))
;
