-- title: the new weight of a queue as the page has it: its class, and the user's room
-- grain: jedi_task_id, chunk_no, round, pseudo_queue
-- source: C337, C338, C339, C340, C341, C342, C343, C344, C345, C346, C347
-- bounds: where the room of all queues is no more than the jobs of the chunk, they
-- have the same queue_weight
-- nulls: a task of unknown class is of class A
-- note: classes of tasks are 2 S, 1 A, 0 B, -1 C, of queues 1 high, 0 middle, -1 low;
-- weight = site_weight x queue_weight; room = jobs that the user may still queue
with
    pair as (
        select
            weighed_pair.jedi_task_id,
            weighed_pair.chunk_no,
            weighed_pair.round,
            weighed_pair.pseudo_queue,
            analysis_task.is_by_class,
            pool_queue.site_class,
            least(coalesce(task_class.class, 1), 1) as wanted_class,
            pool_queue.room,
            pool_room.n_jobs,
            pool_room.n_queues,
            pool_room.room - pool_room.n_jobs as room_left
        from weighed_pair
        inner join pool_queue using (jedi_task_id, chunk_no, pool_round, queue_name)
        inner join pool_room using (jedi_task_id, chunk_no, pool_round)
        inner join analysis_task using (jedi_task_id)
        left join task_class using (jedi_task_id)
    )

select
    pair.jedi_task_id,
    pair.chunk_no,
    pair.round,
    pair.pseudo_queue,
    case
        when not pair.is_by_class or pair.site_class = pair.wanted_class
        then pair.n_jobs
        when (pair.site_class, pair.wanted_class) in ((0, 1), (-1, 0), (0, -1))
        then cfg.epsilon_1
        else cfg.epsilon_2
    end::double as site_weight,
    case
        when pair.room_left > 0
        then greatest(pair.room - pair.n_jobs / pair.n_queues::double, 0) / pair.room_left
        else 1::double / pair.n_queues
    end as queue_weight
from pair
cross join cfg
