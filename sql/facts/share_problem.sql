-- title: what is unusable in the tree of global shares
-- grain: name, problem
select
    share_field.name,
    format(
        '{} "{}" is no regular expression of RE2: it matches nothing',
        share_field.kind,
        share_field.pattern
    ) as problem
from share_field
inner join share_pattern using (kind, pattern)
where not share_pattern.is_valid
union all
select global_share.name, 'hangs on no share of the tree: it has no part of the grid'
from global_share
left join share_node using (name)
where share_node.name is null
