-- title: the numbers of the lists that a resource sends
-- grain: seq
-- nulls: what was not sent has no number
-- note: limits hold at a site, or at a CE of it
select
    request.seq,
    dense_rank() over (order by site.offered_no, grid_ce.offered_no) as stand_no,
    site.offered_no as site_no,
    grid_ce.offered_no as grid_ce_no,
    platform.offered_no as platform_no,
    job_type.offered_no as job_type_no,
    tag.offered_no as tag_no,
    required_tag.offered_no as required_tag_no,
    pilot_type.offered_no as pilot_type_no,
    submit_pool.offered_no as submit_pool_no,
    grid_middleware.offered_no as grid_middleware_no
from request
left join offered_list as site on request.sites = site.items
left join offered_list as grid_ce on request.grid_ces = grid_ce.items
left join offered_list as platform on request.platforms = platform.items
left join offered_list as job_type on request.job_types = job_type.items
left join offered_list as tag on request.tags = tag.items
left join offered_list as required_tag on request.required_tags = required_tag.items
left join offered_list as pilot_type on request.pilot_types = pilot_type.items
left join offered_list as submit_pool on request.submit_pools = submit_pool.items
left join
    offered_list as grid_middleware on request.grid_middlewares = grid_middleware.items
