-- title: whose share corrections a task queue is under: those of its vo and setup
-- grain: tq_id
-- source: P020
-- source: "/Operations/<vo>/<setup>/JobScheduling/ShareCorrections"
-- nulls: a group without a vo is of that of the snapshot; the realm of all is empty
-- differs: in the code those of any vo and setup correct all groups together
with
    placed as (
        select
            task_queue.tq_id,
            task_queue.owner_group,
            coalesce(task_queue.vo, snapshot.vo, '') as vo,
            task_queue.setup
        from task_queue
        cross join snapshot
    )

select
    placed.tq_id,
    placed.owner_group,
    if(
        cfg.corrections_scope = 'vo_setup', concat_ws('/', placed.vo, coalesce(own.setup, '')), ''
    ) as realm
from placed
left join
    scheduling_realm as own on own.realm <> '' and placed.vo = own.vo and placed.setup = own.setup
cross join cfg
