-- What the log says of one queue or nucleus in a decision: that it is used, with its
-- weight, or skipped, with the criterion and the stage, which is the next that is
-- passed. Of an analysis only the last round decides. Skips of queues within a decision
-- about a nucleus are of its own inner check.
create or replace temp table log_pair as
with
    lines as (
        select
            log_decision.decision_no,
            log_decision.n_rounds,
            log_decision.broker,
            log_line.*,
            1
            + count(*) filter (
                where log_line.kind = 'round' and contains(log_line.text, 'WITHOUT')
            ) over before as round,
            first_value(
                case
                    when log_line.kind = 'passed'
                    then regexp_extract(log_line.text, 'passed (.*)$', 1)
                end ignore nulls
            ) over after as stage
        from log_line
        inner join
            log_decision
            on log_line.file_no = log_decision.file_no
            and log_line.logger = log_decision.logger
            and log_line.jedi_task_id = log_decision.jedi_task_id
            and log_line.dataset_id is not distinct from log_decision.dataset_id
            and log_line.start_no = log_decision.start_no
        window
            before as (partition by log_decision.decision_no order by log_line.line_no),
            after as (
                partition by log_decision.decision_no
                order by log_line.line_no
                rows between current row and unbounded following
            )
    )

select
    decision_no,
    name,
    kind,
    arg_max(lines.criterion, line_no) as criterion,
    arg_max(lines.weight, line_no) as weight,
    arg_max(coalesce(lines.stage, 'final check'), line_no) as stage,
    arg_max(trim(lines.text), line_no) as text
from lines
where
    kind in ('skip', 'use')
    and round = n_rounds
    and not is_inner
    and (broker = 'task') = is_nucleus
group by
    lines.decision_no,
    lines.name,
    lines.kind,
    case when lines.kind = 'skip' then lines.criterion end
;
