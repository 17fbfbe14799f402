-- title: sites and CEs that a resource and a task queue have in common
-- grain: seq, tq_id
-- nulls: nothing in common is 0
select
    candidate.seq,
    candidate.tq_id,
    coalesce(site.n_common, 0) as n_sites,
    coalesce(banned_site.n_common, 0) as n_banned_sites,
    coalesce(own_ban.n_common, 0) as n_own_bans,
    coalesce(grid_ce.n_common, 0) as n_grid_ces
from candidate
inner join request_list using (seq)
inner join task_queue_list using (tq_id)
left join
    common_values as site
    on request_list.site_no = site.offered_no
    and task_queue_list.site_no = site.required_no
left join
    common_values as banned_site
    on request_list.site_no = banned_site.offered_no
    and task_queue_list.banned_site_no = banned_site.required_no
left join
    common_values as own_ban
    on request_list.site_no = own_ban.offered_no
    and task_queue_list.own_ban_no = own_ban.required_no
left join
    common_values as grid_ce
    on request_list.grid_ce_no = grid_ce.offered_no
    and task_queue_list.grid_ce_no = grid_ce.required_no
