-- title: what a task queue asks for, by the attributes that a limit may name
-- grain: tq_id, attribute, value
-- nulls: what is not asked for has no row, and no limit refuses it
-- note: v in T.a (multi) or T.a = v (single)
with
    asked as (
        select
            task_queue.tq_id,
            unnest(
                [
                    struct_pack(attribute := 'JobType', items := task_queue.job_types),
                    struct_pack(attribute := 'Platform', items := task_queue.platforms),
                    struct_pack(attribute := 'Tag', items := task_queue.tags),
                    struct_pack(attribute := 'Site', items := task_queue.sites),
                    struct_pack(attribute := 'GridCE', items := task_queue.grid_ces),
                    struct_pack(attribute := 'Owner', items := [task_queue.owner]),
                    struct_pack(
                        attribute := 'OwnerGroup', items := [task_queue.owner_group]
                    )
                ]
            ) as field
        from task_queue
    )

select
    asked.tq_id, asked.field.attribute as attribute, unnest(asked.field.items) as value
from asked
