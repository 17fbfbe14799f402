-- title: what is unusable in the tree of global shares
-- grain: name, problem
-- source: spec/analysis-and-software.md 5.1
select
    share_field.name,
    format(
        '{} "{}" is no regular expression of RE2: it matches nothing',
        share_field.kind,
        share_field.pattern
    ) as problem
from share_field
inner join
    share_pattern
    on share_field.kind = share_pattern.kind
    and share_field.pattern = share_pattern.pattern
where not share_pattern.is_valid
union all
select global_share.name, 'hangs on no share of the tree: it has no part of the grid'
from global_share
left join share_node on global_share.name = share_node.name
where share_node.name is null
