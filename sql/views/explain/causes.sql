-- title: one fact that rejects several queues of a chunk, as each of them reports it
-- grain: bit, detail
-- note: asks the relation failing_pair of criteria that no queue can do anything about
select
    criterion.criterion,
    failing_pair.bit,
    failing_pair.detail,
    list(failing_pair.queue_name order by failing_pair.queue_name) as queues
from failing_pair
inner join criterion using (bit)
where failing_pair.is_reported
group by all
having count(*) > 1
order by count(*) desc, min(criterion.step), failing_pair.detail
