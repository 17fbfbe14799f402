-- title: platforms, job types and tags that a resource and a task queue have in common
-- grain: seq, tq_id
-- nulls: nothing in common is 0
select
    candidate.seq,
    candidate.tq_id,
    coalesce(pilot_type.n_common, 0) as n_pilot_types,
    coalesce(platform.n_common, 0) as n_platforms,
    coalesce(job_type.n_common, 0) as n_job_types,
    coalesce(tag.n_common, 0) as n_tags,
    coalesce(required_tag.n_common, 0) as n_required_tags
from candidate
inner join request_list using (seq)
inner join task_queue_list using (tq_id)
left join
    common_values as pilot_type
    on request_list.pilot_type_no = pilot_type.offered_no
    and task_queue_list.pilot_type_no = pilot_type.required_no
left join
    common_values as platform
    on request_list.platform_no = platform.offered_no
    and task_queue_list.platform_no = platform.required_no
left join
    common_values as job_type
    on request_list.job_type_no = job_type.offered_no
    and task_queue_list.job_type_no = job_type.required_no
left join
    common_values as tag
    on request_list.tag_no = tag.offered_no
    and task_queue_list.tag_no = tag.required_no
left join
    common_values as required_tag
    on request_list.required_tag_no = required_tag.offered_no
    and task_queue_list.tag_no = required_tag.required_no
