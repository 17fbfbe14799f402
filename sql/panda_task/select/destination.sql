-- title: where the output of each task goes
-- grain: jedi_task_id, dataset_id
-- source: spec/production.md 2.6; the token names the endpoint and the end of the
-- source: original token; a full-chain satellite falls back to its default output
select
    result.jedi_task_id,
    task_output.dataset_id,
    result.nucleus,
    coalesce(
        plan_place.ddm_endpoint_name, nucleus.output_endpoint
    ) as ddm_endpoint_name,
    'dst:'
    || coalesce(plan_place.ddm_endpoint_name, nucleus.output_endpoint)
    || case
        when task_output.storage_token = ''
        then ''
        else '/' || regexp_extract(task_output.storage_token, '([^/]*)$', 1)
    end as storage_token
from result
inner join task_output on result.jedi_task_id = task_output.jedi_task_id
inner join nucleus on result.nucleus = nucleus.nucleus
inner join output_plan on result.jedi_task_id = output_plan.jedi_task_id
left join
    plan_place
    on output_plan.plan_no = plan_place.plan_no
    and result.nucleus = plan_place.nucleus
    and task_output.wanted = plan_place.wanted
where coalesce(plan_place.ddm_endpoint_name, nucleus.output_endpoint) is not null
