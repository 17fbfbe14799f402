-- 1 % of the production tasks and 3 % of the others name their queues.
create or replace temp table world_task_site as
with
    named as (
        select
            world_task.jedi_task_id,
            world_task.is_user,
            place.no,
            u('named_queue', 4 * world_task.task_no + place.no) as queue_draw
        from world_task
        cross join unnest(range(3)) as place(no)
        where
            u('names_queue', world_task.task_no)
            < (case when world_task.is_user then 0.03 else 0.012 end)
            and not world_task.is_assigning
            and place.no
            <= whole(
                (case when world_task.is_user then 1 else 1.7 end)
                * u('n_named', world_task.task_no)
            )
    ),
    chosen as (
        select distinct named.jedi_task_id, world_worker.queue_name
        from named
        asof join
            (select * from world_worker where is_production) as world_worker
            on named.queue_draw >= world_worker.low
    )

select jedi_task_id, string_agg(queue_name, ',' order by queue_name) as sites
from chosen
group by jedi_task_id
;
