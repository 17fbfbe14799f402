-- criterion: -min_walltime
-- label: walltime check
-- title: a job of undefined walltime needs 24 hours
-- class: never_fits
-- source: C098, O038
-- bounds: exactly 24 h pass
-- nulls: maxtime NULL or 0 is no limit on the page
-- differs: what is short of a day, and for whom, see the fact short_of_a_day
select
    candidate.*,
    short_of_a_day.asked,
    '<=' as operator,
    short_of_a_day.offered,
    short_of_a_day.unit,
    short_of_a_day.detail
from candidate
inner join short_of_a_day using (jedi_task_id, chunk_no, pseudo_queue)
inner join chunk_scout using (jedi_task_id, chunk_no)
inner join chunk_walltime using (jedi_task_id, chunk_no)
where chunk_walltime.may_need_a_day and not chunk_scout.is_scout
