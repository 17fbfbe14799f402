-- title: what a task queue asks for, by the attributes that a limit may name
-- grain: tq_id, attribute, value
-- nulls: what is not asked for has no row, and no limit refuses it
-- differs: DIRAC's code of today knows no limits of Platform, Tag and GridCE
-- note: v in T.a (multi) or T.a = v (single)
with
    asked as (
        select
            tq_id,
            unnest(
                [
                    struct_pack(attribute := 'JobType', items := job_types),
                    struct_pack(attribute := 'Platform', items := platforms),
                    struct_pack(attribute := 'Tag', items := tags),
                    struct_pack(attribute := 'Site', items := sites),
                    struct_pack(attribute := 'GridCE', items := grid_ces),
                    struct_pack(attribute := 'Owner', items := [owner]),
                    struct_pack(attribute := 'OwnerGroup', items := [owner_group])
                ]
            ) as field
        from task_queue
    )

select tq_id, asked.field.attribute as attribute, unnest(asked.field.items) as value
from asked
cross join cfg
where list_contains(cfg.limit_attributes, asked.field.attribute)
