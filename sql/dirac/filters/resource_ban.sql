-- criterion: -resource_ban
-- title: the resource bans the job type, a tag, or the sites, CEs or platforms of the jobs
-- class: policy
-- source: DIRAC's code of today
-- bounds: one banned job type or tag drops; of sites, CEs and platforms either all that
-- the jobs accept are banned, or the resource bans exactly one and the jobs accept it,
-- even among others; any other overlap passes
-- nulls: a task queue that names none of the kind passes; an empty list counts as none
-- differs: checked in profile modern only; a switch, off in all profiles, drops only
-- jobs that name every banned value of a kind: bans_compat
select
    candidate.*,
    format(
        'resource bans {}, which the jobs ask for',
        shown(
            list_sort(
                flatten(
                    [
                        list_intersect(request_ban.sites, task_queue.sites),
                        list_intersect(request_ban.grid_ces, task_queue.grid_ces),
                        list_intersect(request_ban.platforms, task_queue.platforms),
                        list_intersect(request_ban.job_types, task_queue.job_types),
                        list_intersect(request_ban.tags, task_queue.tags)
                    ]
                )
            )
        )
    ) as detail
from candidate
inner join request_ban using (seq)
inner join task_queue using (tq_id)
cross join cfg
where
    case
        when cfg.bans_compat
        then
            list_has_all(task_queue.sites, request_ban.sites)
            or list_has_all(task_queue.grid_ces, request_ban.grid_ces)
            or list_has_all(task_queue.platforms, request_ban.platforms)
            or list_has_all(task_queue.job_types, request_ban.job_types)
            or list_has_all(task_queue.tags, request_ban.tags)
        else
            list_has_any(task_queue.job_types, request_ban.job_types)
            or list_has_any(task_queue.tags, request_ban.tags)
            or list_has_all(request_ban.sites, task_queue.sites)
            or list_has_all(request_ban.grid_ces, task_queue.grid_ces)
            or list_has_all(request_ban.platforms, task_queue.platforms)
            or (len(request_ban.sites) = 1 and list_has_any(task_queue.sites, request_ban.sites))
            or (
                len(request_ban.grid_ces) = 1
                and list_has_any(task_queue.grid_ces, request_ban.grid_ces)
            )
            or (
                len(request_ban.platforms) = 1
                and list_has_any(task_queue.platforms, request_ban.platforms)
            )
    end
