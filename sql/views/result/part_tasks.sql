-- title: the range of tasks of one part: the first begins with all that is not decided
-- about, and parts without tasks have none
select
    if($1 = 1, $2::bigint, coalesce(min(jedi_task_id) filter (part_no >= $1), $3)) as first_task,
    coalesce(min(jedi_task_id) filter (part_no > $1), $3::bigint) as next_task
from part_task
