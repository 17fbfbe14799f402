-- criterion: -incomplete_input
-- label: input data check
-- title: some input dataset is complete nowhere online
-- effect: pending
-- class: capacity
-- source: running system
-- bounds: ten missing files, or 90 % of the files, count as complete
-- nulls: an unknown number of files is not complete
-- differs: none; allowIncompleteInDS and distributed datasets pass
select
    analysis_chunk.*,
    format('{} is incomplete at online storage', chunk_source.incomplete_dataset) as detail
from analysis_chunk
inner join analysis_task using (jedi_task_id)
inner join chunk_source using (jedi_task_id, chunk_no)
where chunk_source.incomplete_dataset is not null and not analysis_task.allows_incomplete
