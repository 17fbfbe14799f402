-- title: the kinds of pages that a policy has
-- grain: kind
select distinct subject.kind from subject where subject.policy = ? order by subject.kind
