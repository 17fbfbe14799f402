-- Lines read, lines that name a criterion and are of no known kind, lines that continue
-- others, all without those that were counted before, and decisions that began before
-- the log or lie outside of the window.
select
    count(*) filter (where not is_known) as n_lines,
    count(*) filter (where not is_known and kind is null) as n_unknown,
    count(*) filter (where not is_known and kind = 'continuation') as n_continued,
    (
        select count(distinct(file_no, logger, jedi_task_id, dataset_id, start_no))
        from log_line
        where kind <> 'continuation'
    )
    - (select count(*) from log_decision) as n_outside
from log_line
