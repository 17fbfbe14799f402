-- title: the patterns by which leaves of the share tree take work
-- grain: name, kind
-- note: a leaf without a pattern of a kind asks none
with
    patterns as (
        select
            share_node.name,
            share_node.tree_no,
            unnest(share_kinds()) as kind,
            unnest(
                [
                    global_share.prod_source_label,
                    global_share.working_group,
                    global_share.campaign,
                    global_share.processing_type,
                    global_share.trans_path,
                    global_share.resource_type
                ]
            ) as pattern
        from share_node
        inner join global_share using (name)
        where share_node.is_leaf
    )

select name, tree_no, kind, pattern
from patterns
where pattern is not null
