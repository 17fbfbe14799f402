-- title: where the chosen queues are
-- needs: candidate
select queue.cloud, count(*) as chosen, round(avg(candidate.weight), 3) as mean_weight
from candidate
inner join queue on candidate.unified_name = queue.queue_name
group by all
order by chosen desc, cloud
