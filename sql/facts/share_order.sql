-- title: the order in which global shares are served; idle ones come first
-- grain: name
-- source: C003
-- bounds: equal siblings keep the order of the tree
-- nulls: a share without a target comes after its siblings
-- note: siblings by what executes over the target; what a share leaves unused is
-- offered to its siblings first: they stay together; position 1 is served first; only
-- leaves hold jobs
with
    ranked as (
        select
            share_usage.name,
            share_usage.executing_hs06 / nullif(share_usage.target_hs06, 0) as used_ratio,
            row_number() over (
                partition by share_usage.parent
                order by
                    coalesce(
                        share_usage.executing_hs06 / nullif(share_usage.target_hs06, 0),
                        cfg.share_ratio_without_target
                    ),
                    share_usage.tree_no
            ) as rank_no
        from share_usage
        cross join cfg
    ),
    steps as (
        select name, unnest(path) as step, generate_subscripts(path, 1) as step_no
        from share_node
        where is_leaf
    ),
    leaves as (
        select steps.name, list(ranked.rank_no order by steps.step_no) as rank_path
        from steps
        inner join ranked on steps.step = ranked.name
        group by steps.name
    )

select leaves.name, row_number() over (order by leaves.rank_path) as position_no, ranked.used_ratio
from leaves
inner join ranked using (name)
