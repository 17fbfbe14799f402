-- title: whose tasks wait
-- needs: result
select task.user_name, task.gshare, count(*) as chunks
from result
inner join task using (jedi_task_id)
where result.status <> 'assigned'
group by all
order by chunks desc, task.user_name
limit 20
