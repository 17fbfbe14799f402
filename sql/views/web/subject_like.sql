-- title: what the pages of a run can be about and has a text in its name, those that
-- begin with it first
-- grain: kind, name
-- note: of policies that have it the first of the pages, $3, stands for the others
select kind, name, arg_min(policy, list_position($3, policy)) as policy
from subject
where contains(lower(name), lower($1))
group by kind, name
order by not starts_with(lower(name), lower($1)), len(name), name, kind
limit $2
