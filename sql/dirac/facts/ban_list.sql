-- title: the numbers of the lists of what a resource does not take
-- grain: seq
-- nulls: what was not sent has no number
select
    request_ban.seq,
    site.offered_no as site_no,
    grid_ce.offered_no as grid_ce_no,
    platform.offered_no as platform_no,
    job_type.offered_no as job_type_no,
    tag.offered_no as tag_no
from request_ban
left join offered_list as site on request_ban.sites = site.items
left join offered_list as grid_ce on request_ban.grid_ces = grid_ce.items
left join offered_list as platform on request_ban.platforms = platform.items
left join offered_list as job_type on request_ban.job_types = job_type.items
left join offered_list as tag on request_ban.tags = tag.items
