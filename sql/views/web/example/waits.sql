-- title: why chunks wait, by the reason that the run reports
-- needs: result
select policy, status, criterion, count(*) as chunks
from result
where status <> 'assigned' and jedi_task_id is not null
group by all
order by chunks desc, criterion
