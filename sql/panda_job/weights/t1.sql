-- title: queues of the nucleus and those that share its storage weigh more
-- source: spec/production.md 6.3, 6.5; the page is silent
-- nulls: t1Weight 0 or unset is 4 for I/O intensive tasks, else 1; a negative one is 1
-- differs: none; scouts and high priority weigh 100, unless pre-assigned or event
-- differs: service
select
    pair_load.pair_no,
    case
        when not pair_load.is_at_nucleus
        then 1
        else
            greatest(
                case
                    when task_rule.t1_weight > 0
                    then task_rule.t1_weight
                    when
                        task_rule.t1_weight = 0
                        and chunk.io_intensity > cfg.nucleus_io_intensity
                    then cfg.nucleus_weight
                    else 1
                end,
                case
                    when
                        chunk.is_scout_or_top
                        and not chunk.is_es
                        and not chunk.is_preassigned
                    then cfg.t1_high_prio_weight
                    else 1
                end
            )
    end::double as t1
from pair_load
inner join
    chunk
    on pair_load.jedi_task_id = chunk.jedi_task_id
    and pair_load.chunk_no = chunk.chunk_no
inner join task_rule on pair_load.jedi_task_id = task_rule.jedi_task_id
cross join cfg
