-- title: the nuclei of a task that have a weight as lists, in the order of their names
-- grain: unit_no
-- note: weights without the remaining work
select
    pair_weight.unit_no,
    list(pair_weight.partner_no order by pair_weight.partner_no) as partners,
    list(
        pair_weight.weight / pair_weight.work order by pair_weight.partner_no
    ) as weights,
    list(coalesce(nucleus_work.rw, 0) order by pair_weight.partner_no) as works
from pair_weight
inner join survivor using (pair_no)
inner join work_request on survivor.jedi_task_id = work_request.jedi_task_id
left join
    nucleus_work
    on work_request.request_no = nucleus_work.request_no
    and survivor.queue_name = nucleus_work.nucleus
left join cap_hit using (pair_no)
where cap_hit.pair_no is null
group by pair_weight.unit_no
