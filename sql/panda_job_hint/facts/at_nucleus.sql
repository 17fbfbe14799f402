-- title: pairs whose queue belongs to any nucleus: none is chosen yet
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- note: queues of all nuclei need no WAN, and are exempt from -transferring and
-- -t1weight
select candidate.jedi_task_id, candidate.chunk_no, candidate.pseudo_queue, true as is_member
from candidate
inner join any_nucleus_queue using (queue_name)
