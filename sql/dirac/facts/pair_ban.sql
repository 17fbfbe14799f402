-- title: what a task queue asks for of what a resource does not take
-- grain: seq, tq_id
-- nulls: nothing in common is 0
select
    candidate.seq,
    candidate.tq_id,
    coalesce(site.n_common, 0) as n_sites,
    coalesce(grid_ce.n_common, 0) as n_grid_ces,
    coalesce(platform.n_common, 0) as n_platforms,
    coalesce(job_type.n_common, 0) as n_job_types,
    coalesce(tag.n_common, 0) as n_tags
from candidate
inner join ban_list using (seq)
inner join task_queue_list using (tq_id)
left join
    common_values as site
    on ban_list.site_no = site.offered_no
    and task_queue_list.site_no = site.required_no
left join
    common_values as grid_ce
    on ban_list.grid_ce_no = grid_ce.offered_no
    and task_queue_list.grid_ce_no = grid_ce.required_no
left join
    common_values as platform
    on ban_list.platform_no = platform.offered_no
    and task_queue_list.platform_no = platform.required_no
left join
    common_values as job_type
    on ban_list.job_type_no = job_type.offered_no
    and task_queue_list.job_type_no = job_type.required_no
left join
    common_values as tag
    on ban_list.tag_no = tag.offered_no
    and task_queue_list.tag_no = tag.required_no
