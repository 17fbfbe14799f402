-- title: the decisions of a cycle, each with its turn among those that see each other
-- grain: jedi_task_id
-- differs: turns go by priority on the page, by task in the recorded running system,
-- where work of one priority counts for those up to it; in turns by priority one level
-- will do, as all that follow have a lower one
-- note: work given away earlier in the cycle counts for tasks of the same label, in the
-- running system also of the same work queue and share
select
    brokered_task.jedi_task_id,
    numbered_unit.unit_no,
    preset.partner_no as preset_no,
    listed.partners,
    listed.weights,
    listed.works,
    coalesce(recorded_draw.u, uniform_of(brokered_task.draw_key)) as draw,
    task_work.work,
    sides.n_partners,
    case
        when cfg.task_order = 'priority'
        then 1
        else
            dense_rank() over (
                partition by work_request.group_no order by work_request.priority
            )
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
left join numbered_unit using (jedi_task_id)
left join listed on numbered_unit.unit_no = listed.unit_no
left join numbered_partner as preset on brokered_task.preset_nucleus = preset.queue_name
left join recorded_draw using (jedi_task_id)
cross join cfg
cross join (select count(*) as n_partners from numbered_partner) as sides
where listed.unit_no is not null or brokered_task.preset_nucleus is not null
