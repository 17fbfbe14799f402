-- title: the decisions of a cycle, each with its turn among those that see each other
-- grain: jedi_task_id
-- differs: turns go by priority on the page, by task in the recorded running system,
-- where work of one priority counts for those up to it; in turns by priority one level
-- will do, as all that follow have a lower one
-- note: work given away earlier in the cycle counts for tasks of the same label, in the
-- running system also of the same work queue and share
select
    brokered_task.jedi_task_id,
    preset.place as preset_place,
    listed.places,
    listed.weights,
    listed.works,
    coalesce(recorded_draw.u, uniform_of(brokered_task.draw_key)) as draw,
    task_work.work,
    nuclei.n_nuclei,
    case
        when cfg.task_order = 'priority'
        then 1
        else dense_rank() over (partition by work_request.group_no order by work_request.priority)
    end as level,
    work_request.group_no,
    row_number() over (
        partition by work_request.group_no
        order by
            case when cfg.task_order = 'priority' then - brokered_task.priority end,
            brokered_task.jedi_task_id
    ) as turn
from brokered_task
inner join task_work using (jedi_task_id)
inner join work_request using (jedi_task_id)
left join listed using (jedi_task_id)
left join nucleus_order as preset on brokered_task.preset_nucleus = preset.nucleus
left join recorded_draw using (jedi_task_id)
cross join cfg
cross join (select count(*) as n_nuclei from nucleus_order) as nuclei
where listed.jedi_task_id is not null or brokered_task.preset_nucleus is not null
