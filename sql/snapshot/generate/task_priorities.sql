-- Priorities: most production tasks between 300 and 700, some bootstrapping ones up
-- to 150, some urgent ones.
create or replace temp table world_task_priority as
select
    jedi_task_id,
    case
        when processing_type = 'urgent'
        then whole_between(u('urgency', task_no), 960, 5000)
        when is_user
        then
            pick_by(
                u('priority_kind', task_no),
                [0.03, 0.25, 0.9],
                [2000, 900, 1000, 500]
            )
        else
            whole(
                ladder(
                    u('priority', task_no),
                    [0, 0.05, 0.12, 0.5, 0.93, 0.97, 1],
                    [50, 150, 300, 460, 700, 900, 1100]
                )
            )
    end as priority
from world_task_kind
;
