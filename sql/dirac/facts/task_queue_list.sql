-- title: the numbers of the lists that a task queue asks for
-- grain: tq_id
-- source: T021
-- nulls: what is not asked for has no number
select
    task_queue.tq_id,
    site.required_no as site_no,
    banned_site.required_no as banned_site_no,
    own_ban.required_no as own_ban_no,
    grid_ce.required_no as grid_ce_no,
    platform.required_no as platform_no,
    job_type.required_no as job_type_no,
    tag.required_no as tag_no,
    pilot_type.required_no as pilot_type_no,
    submit_pool.required_no as submit_pool_no,
    grid_middleware.required_no as grid_middleware_no
from task_queue
left join required_list as site on task_queue.sites = site.items
left join required_list as banned_site on task_queue.banned_sites = banned_site.items
left join
    required_list as own_ban
    on list_sort(list_intersect(task_queue.sites, task_queue.banned_sites))
    = own_ban.items
left join required_list as grid_ce on task_queue.grid_ces = grid_ce.items
left join required_list as platform on task_queue.platforms = platform.items
left join required_list as job_type on task_queue.job_types = job_type.items
left join required_list as tag on task_queue.tags = tag.items
left join required_list as pilot_type on task_queue.pilot_types = pilot_type.items
left join required_list as submit_pool on task_queue.submit_pools = submit_pool.items
left join
    required_list as grid_middleware
    on task_queue.grid_middlewares = grid_middleware.items
