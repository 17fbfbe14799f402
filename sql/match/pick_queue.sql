-- title: the task queue that one request draws, its CPU time, and of how many it is
-- grain: one row; none where no task queue fits
-- source: Task Queue Matching page, "Get the first one"
-- source: spec/dirac.md 4.1
-- note: $1 is the kind of request, $2 the draw key of the request
select choice.tq_id, choice.cpu_time, (count(*) over ())::integer as n_eligible
from choice
anti join drained on choice.tq_id = drained.tq_id
where choice.class_id = $1
order by
    choice.cpu_rank desc,
    drawn($2::uhugeint, choice.draw_key) / choice.draw_priority,
    choice.tq_id
limit 1
