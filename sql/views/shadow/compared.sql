-- The decisions that can be compared: how many, how many of them agree.
select
    count(*) as decisions,
    count(*) filter (where decision_no not in (select decision_no from difference)) as agree,
    count(*) filter (where decision_no in (select decision_no from difference)) as differ,
    (select count(*) from matched where outcome not in ('chosen', 'none')) as not_decided
from matched
where outcome in ('chosen', 'none')
