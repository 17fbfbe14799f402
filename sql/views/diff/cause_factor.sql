-- title: weight factors of a moved queue that differ between the runs
-- grain: snapshot_id, policy, jedi_task_id, chunk_no, queue_name, cause
select moved.*, 'weight factor' as kind, a.factor as cause, min(factor_order.step) as step
from moved
inner join both_factor as a using (snapshot_id, policy, jedi_task_id, chunk_no, queue_name)
inner join both_factor as b using (snapshot_id, policy, jedi_task_id, chunk_no, queue_name, factor)
inner join factor_order on a.factor = factor_order.factor
where a.side = 'A' and b.side = 'B' and a.value <> b.value
group by all
