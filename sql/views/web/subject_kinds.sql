-- title: the kinds of pages that a policy has
-- grain: kind
select distinct kind from subject where policy = ? order by kind
