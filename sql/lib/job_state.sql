-- title: what a job in a status of PanDA does
-- source: PanDA job statuses; data-model 2.12 and 2.28
create or replace macro waits_for_slot(job_status) as
job_status in (
    'pending',
    'waiting',
    'defined',
    'assigned',
    'activated',
    'throttled',
    'starting'
);
