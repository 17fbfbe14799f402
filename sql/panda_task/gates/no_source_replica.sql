-- criterion: -no_source_replica
-- label: source replica check
-- title: some input dataset is complete at no endpoint that can send it
-- effect: pending
-- class: capacity
-- source: running system
-- bounds: one complete constituent of a container is enough
-- nulls: an unknown number of files is not complete; a dataset without a name is
-- nowhere
-- differs: the status of the endpoint
select
    brokered_task.*,
    format(
        '{} is complete at no endpoint that can be read over WAN',
        coalesce(nullif(task_data.missing_dataset, ''), 'a dataset without a name')
    ) as detail
from brokered_task
inner join task_data using (jedi_task_id)
where task_data.missing_dataset is not null and brokered_task.preset_nucleus is null
