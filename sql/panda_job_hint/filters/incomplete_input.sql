-- criterion: -incomplete_input
-- label: input completeness check
-- title: some input dataset is complete at no endpoint that can be read
-- class: capacity
-- source: running system
-- bounds: ten missing files, or 90 % of the files there, still count as complete
-- nulls: an unknown number of files found is not complete
select
    candidate.*,
    format('{} is incomplete at any online storage', chunk_input.incomplete_dataset) as detail
from candidate
inner join chunk_input using (jedi_task_id, chunk_no)
inner join task_rule using (jedi_task_id)
where chunk_input.incomplete_dataset is not null and not task_rule.is_input_pre_staging
