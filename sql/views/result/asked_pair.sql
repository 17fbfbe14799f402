-- title: all pairs of the policy that was asked, with the reported criterion, if any
create table main.asked_pair as
select
    checked.jedi_task_id,
    checked.chunk_no,
    checked.pseudo_queue,
    checked.queue_name,
    criterion.criterion
from checked
left join criterion using (bit)
