-- title: all pairs of the policy that was asked, with the reported criterion, if any
create table main.asked_pair as
select
    verdict.jedi_task_id,
    verdict.chunk_no,
    verdict.queue_name,
    verdict.unified_name,
    criterion.criterion
from verdict
left join criterion on verdict.bit = criterion.bit
