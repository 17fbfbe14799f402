-- criterion: -local_quota
-- label: storage space check
-- title: the account has reached its local quota at the output endpoint
-- class: throttled
-- owner: user
-- source: running system
-- bounds: exactly the quota fails
-- nulls: no quota, or one of 0, passes
select
    candidate.*,
    local_quota.bytes as asked,
    '<' as operator,
    local_quota.bytes_limit as offered,
    'bytes' as unit,
    format(
        '{} uses {:.3f} TB of {:.3f} TB at {}',
        analysis_task.account,
        terabytes(asked),
        terabytes(offered),
        default_output.ddm_endpoint_name
    ) as detail
from candidate
inner join analysis_task using (jedi_task_id)
inner join default_output using (queue_name)
inner join
    local_quota
    on analysis_task.account = local_quota.account
    and default_output.ddm_endpoint_name = local_quota.rse
where offered > 0 and asked >= offered
