-- title: pairs that are weighed: those of the last round, with job cloning of both
-- grain: jedi_task_id, chunk_no, round, pseudo_queue
-- note: a queue of both rounds counts once
select
    survivor.jedi_task_id,
    survivor.chunk_no,
    survivor.round,
    survivor.pseudo_queue,
    survivor.queue_name,
    round_course.last_round,
    round_course.pool_round,
    round_course.n_best
from survivor
inner join round_course using (jedi_task_id, chunk_no, round)
where round_course.is_last or round_course.joins_rounds
qualify
    row_number() over (
        partition by
            survivor.jedi_task_id, survivor.chunk_no, round_course.pool_round, survivor.pseudo_queue
        order by survivor.round desc
    )
    = 1
