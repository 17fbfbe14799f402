-- Jobs that tasks already have -> task_job_stats.
insert into task_job_stats by name
with
    statuses(place, job_status, chance, most) as (
        values
            (0, 'activated', 0.5, 60),
            (1, 'running', 0.7, 120),
            (2, 'finished', 0.6, 200),
            (3, 'failed', 0.25, 20),
            (4, 'closed', 0.08, 8),
            (5, 'assigned', 0.2, 20)
    ),
    visits as (
        select
            world_task.jedi_task_id,
            world_task.task_no,
            world_task_resource.resource_type,
            4 * world_task.task_no + place.no as visit_key,
            u('used_queue', 4 * world_task.task_no + place.no) as queue_draw
        from world_task
        inner join
            world_task_resource
            using (jedi_task_id)
        cross join unnest(range(4)) as place(no)
        where
            not world_task.is_assigning
            and u('started', world_task.task_no) < 0.5
            and place.no <= whole(4 * u('n_used', world_task.task_no))
    ),
    chosen as (
        select
            visits.jedi_task_id,
            visits.resource_type,
            world_worker.queue_name,
            min(visits.visit_key) as visit_key
        from visits
        asof join
            (select * from world_worker where is_production) as world_worker
            on visits.queue_draw >= world_worker.low
        group by all
    )

select
    chosen.jedi_task_id,
    chosen.queue_name,
    chosen.resource_type,
    statuses.job_status,
    snapshot.snapshot_time
    - to_seconds(whole(30000 * now_u('job_change', 8 * visit_key + place))) as last_change,
    1 + whole(statuses.most * pow(now_u('task_jobs', 8 * visit_key + place), 3)) as n_jobs
from chosen
cross join statuses
cross join snapshot
where now_u('has_jobs', 8 * visit_key + place) < statuses.chance
;
