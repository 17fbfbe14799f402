-- criterion: -job
-- label: job check
-- title: no queue of the nucleus can run jobs of the task
-- class: never_fits
-- source: running system
-- bounds: one queue is enough
-- nulls: a nucleus without a queue in the job brokerage fails
-- differs: none; the job brokerage runs in the profile of the cycle
select
    candidate.*,
    format('no queue can run it: {}', coalesce(nucleus_hint.reasons, 'there is none')) as detail
from candidate
left join nucleus_hint using (jedi_task_id, nucleus)
cross join cfg
where cfg.tb_job_check and not coalesce(nucleus_hint.can_run, false)
