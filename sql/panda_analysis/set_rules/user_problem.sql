-- criterion: -tmp_user_problem
-- label: temp user problem check
-- title: every queue left in the first round has a problem: the second is tried, over
-- WAN
-- class: throttled
-- source: running system
-- bounds: a single queue without a problem keeps the round
-- nulls: tasks that may not ignore locality, without input, or with input that cannot
-- be read over WAN, are not checked
-- differs: in the running system only (second_round_mode appended); on the page such a
-- task is not checked for input at hand
-- note: a problem is a long queue of the user, no running job at an overloaded queue,
-- or too many bad jobs of the task
with
    open as (
        select
            remaining.jedi_task_id,
            remaining.chunk_no,
            remaining.round,
            remaining.pseudo_queue,
            bool_and(
                pair_problem.has_long_queue or pair_problem.has_bad_jobs or pair_problem.is_idle
            ) over (partition by remaining.jedi_task_id, remaining.chunk_no, remaining.round)
            as is_problematic
        from remaining
        inner join pair_problem using (jedi_task_id, chunk_no, round, pseudo_queue)
        inner join analysis_task using (jedi_task_id)
        inner join analysis_chunk using (jedi_task_id, chunk_no)
        inner join chunk_source using (jedi_task_id, chunk_no)
        cross join cfg
        where
            cfg.second_round_mode = 'appended'
            and remaining.round = 1
            and analysis_task.ignores_locality
            and analysis_chunk.n_datasets > 0
            and chunk_source.has_remote_source
    )

select open.*, 'all queues with the data are problematic for the user' as detail
from open
where is_problematic
