-- title: hours without heartbeat that a job is allowed
-- grain: panda_id
-- source: C242
-- nulls: a job without a workflow has that of its queue; without any, the limit of
-- production, or of analysis
-- differs: on the page the workflow of the job counts, in the running system that of
-- the queue, and only if a queue of the workflow is online; there the limit of analysis
-- holds whatever the workflow
-- note: without a key of its own a workflow has the limit of production, or of analysis
-- in the rule of analysis jobs
with
    online as (
        select distinct workflow from queue_state where status = 'online' and workflow is not null
    )

select
    job.panda_id,
    case
        when cfg.heartbeat_workflow = 'job'
        then coalesce(of_job.heartbeat_timeout, heartbeat_limit.production_hours)
        when online.workflow is not null
        then coalesce(of_queue.heartbeat_timeout, heartbeat_limit.production_hours)
        else heartbeat_limit.production_hours
    end as limit_hours,
    case
        when cfg.heartbeat_workflow = 'job'
        then coalesce(of_job.heartbeat_timeout, heartbeat_limit.analysis_hours)
        else heartbeat_limit.analysis_hours
    end as analysis_limit_hours
from job
left join queue_state using (queue_name)
left join online on queue_state.workflow = online.workflow
left join
    cfg_workflow as of_job
    on coalesce(nullif(job.workflow, ''), nullif(queue_state.workflow, '')) = of_job.workflow
left join cfg_workflow as of_queue on nullif(queue_state.workflow, '') = of_queue.workflow
cross join heartbeat_limit
cross join cfg
