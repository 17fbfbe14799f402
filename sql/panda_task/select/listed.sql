-- title: the nuclei of a task that have a weight as lists, in the order of their names
-- grain: jedi_task_id
-- note: weights without the remaining work
select
    pair_weight.jedi_task_id,
    list(nucleus_order.place order by nucleus_order.place) as places,
    list(pair_weight.weight / pair_weight.work order by nucleus_order.place) as weights,
    list(coalesce(nucleus_work.rw, 0) order by nucleus_order.place) as works
from pair_weight
inner join nucleus_order using (nucleus)
inner join work_request using (jedi_task_id)
left join nucleus_work using (request_no, nucleus)
left join cap_hit using (jedi_task_id, chunk_no, nucleus)
where cap_hit.criterion is null
group by pair_weight.jedi_task_id
