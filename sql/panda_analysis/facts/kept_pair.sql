-- title: pairs that are weighed: those of the last round, with job cloning of both
-- grain: pair_no
-- note: a queue of both rounds counts once
select
    survivor.pair_no,
    survivor.unit_no,
    survivor.partner_no,
    survivor.jedi_task_id,
    survivor.chunk_no,
    survivor.queue_name,
    survivor.unified_name,
    round_course.last_round as round,
    round_course.pool_no,
    round_course.n_best,
    round_course.uses_job_cloning
from survivor
inner join round_course using (unit_no)
where round_course.is_last or round_course.uses_job_cloning
qualify
    row_number() over (
        partition by round_course.pool_no, survivor.partner_no
        order by survivor.round desc
    )
    = 1
