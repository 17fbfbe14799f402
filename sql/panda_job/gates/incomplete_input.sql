-- criterion: -incomplete_input
-- label: input completeness check
-- title: some input dataset is complete at no endpoint that can be read
-- effect: pending
-- class: capacity
-- source: running system
-- bounds: ten missing files, or 90 % of the files there, still count as complete
-- nulls: an unknown number of files found is not complete
select
    chunk.*,
    format('{} is incomplete at any online storage', chunk_input.incomplete_dataset) as detail
from chunk
inner join chunk_input using (jedi_task_id, chunk_no)
inner join task_rule using (jedi_task_id)
where
    chunk.work = 'job'
    and chunk_input.incomplete_dataset is not null
    and not task_rule.is_input_pre_staging
