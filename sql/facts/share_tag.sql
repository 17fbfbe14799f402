-- title: the leaf of the share tree that takes what tasks and jobs show
-- grain: share_request_no
-- nulls: no row where no leaf takes it
-- note: the first whose patterns all match
with
    refusals as (
        select distinct share_text.share_request_no, share_field.name
        from share_text
        inner join share_field using (kind)
        inner join share_pattern using (kind, pattern)
        where not list_contains(share_pattern.matches, share_text.text)
    ),
    requests as (select distinct share_request_no from share_text)

select requests.share_request_no, arg_min(share_node.name, share_node.tree_no) as gshare
from requests
cross join share_node
left join refusals using (share_request_no, name)
where share_node.is_leaf and refusals.name is null
group by requests.share_request_no
