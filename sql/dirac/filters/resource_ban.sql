-- criterion: -resource_ban
-- label: resource ban
-- title: the jobs ask for what the resource does not take
-- effect: drop
-- class: policy
-- source: running system
-- bounds: one banned job type or tag is enough; of sites, CEs and platforms all that
-- the jobs accept must be banned, but a single ban refuses jobs that name it
-- nulls: a task queue that asks for nothing of the kind passes
-- differs: profile modern only; in the running system itself (bans_compat) jobs are
-- refused that name all values of a kind which the resource bans, and no others
select
    candidate.*,
    format(
        'resource bans {}, jobs ask for them',
        shown(
            flatten(
                [
                    request_ban.sites,
                    request_ban.grid_ces,
                    request_ban.platforms,
                    request_ban.job_types,
                    request_ban.tags
                ]
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
            or len(request_ban.sites) = 1
            and list_has_any(task_queue.sites, request_ban.sites)
            or len(request_ban.grid_ces) = 1
            and list_has_any(task_queue.grid_ces, request_ban.grid_ces)
            or len(request_ban.platforms) = 1
            and list_has_any(task_queue.platforms, request_ban.platforms)
    end
