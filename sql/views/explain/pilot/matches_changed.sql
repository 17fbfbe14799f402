-- title: how many other pilots get another job, or one where they got none, or none
-- grain: one row
select
    count_if(before.job_id is distinct from match.job_id)::integer as n_changed,
    count(*)::integer as n_all
from match_before as before
full join match using (seq)
where seq <> $1
