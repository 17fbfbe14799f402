-- title: how many decisions differ between two states of a cycle, one chunk left out
-- grain: one row
select
    count_if(
        row(a.status, a.criterion, a.chosen) is distinct from row(b.status, b.criterion, b.chosen)
    )::integer as n_changed,
    count(*)::integer as n_all
from decision_before as a
full join decision_after as b using (jedi_task_id, chunk_no)
where jedi_task_id is distinct from $1 or chunk_no is distinct from $2
