-- title: how much of the considered input of a task a nucleus holds
-- grain: jedi_task_id, nucleus
-- source: C038
select
    considered_dataset.jedi_task_id,
    nucleus_element.nucleus,
    sum(nucleus_element.disk_bytes)::bigint as disk_bytes,
    sum(nucleus_element.any_bytes)::bigint as any_bytes,
    sum(nucleus_element.n_any)::bigint as n_any
from considered_dataset
inner join nucleus_element using (dataset_name)
group by considered_dataset.jedi_task_id, nucleus_element.nucleus
