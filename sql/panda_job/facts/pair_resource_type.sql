-- title: jobs of the task's resource types at a queue
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- note: *_rt: types of the task's own jobs there, else its own type; read only where
-- jobs are capped by type
with
    types as (
        select
            weighed_pair.jedi_task_id,
            weighed_pair.chunk_no,
            weighed_pair.pseudo_queue,
            weighed_pair.queue_name,
            weighed_chunk.rt_tag,
            coalesce(task_resource_type.resource_type, weighed_chunk.resource_type) as resource_type
        from weighed_pair
        inner join weighed_chunk using (jedi_task_id, chunk_no)
        left join task_resource_type using (jedi_task_id, queue_name)
        cross join cfg
        where cfg.cap_mode = 'resource_type'
    )

select
    types.jedi_task_id,
    types.chunk_no,
    types.pseudo_queue,
    sum(resource_type_jobs.n_running)::bigint as n_running,
    sum(resource_type_jobs.n_activated)::bigint as n_activated,
    sum(resource_type_jobs.n_assigned)::bigint as n_assigned,
    sum(resource_type_jobs.n_starting)::bigint as n_starting,
    sum(resource_type_jobs.n_defined)::bigint as n_defined
from types
inner join resource_type_jobs using (rt_tag, resource_type, queue_name)
group by types.jedi_task_id, types.chunk_no, types.pseudo_queue
