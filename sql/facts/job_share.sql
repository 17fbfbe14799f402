-- title: the global share that each job belongs to by the patterns of the tree
-- grain: panda_id
-- nulls: Undefined where no leaf takes the job
-- note: merge jobs of the event service are Express
select
    share_request.work_id as panda_id,
    if(job.event_service = 2, 'Express', coalesce(share_tag.gshare, 'Undefined')) as gshare,
    job.gshare as recorded_gshare
from share_request
inner join job on share_request.work_id = job.panda_id
left join share_tag using (share_request_no)
where share_request.kind_of_work = 'job'
