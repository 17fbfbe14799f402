-- criterion: -resource_ban
-- label: resource ban
-- title: the jobs ask for what the resource does not take
-- effect: drop
-- class: policy
-- source: running system
-- bounds: one banned value refuses what names it; of several sites, CEs or platforms
-- all that the jobs accept must be banned; any job type or tag is enough
-- nulls: a task queue that asks for nothing of the kind passes
-- differs: modern only; with several banned values the running system refuses only jobs
-- that name all of them: bans_compat
select
    candidate.seq,
    candidate.tq_id,
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
inner join pair_ban using (seq, tq_id)
cross join cfg
where
    case
        when cfg.bans_compat
        then
            asks_for_all(pair_ban.n_sites, request_ban.sites)
            or asks_for_all(pair_ban.n_grid_ces, request_ban.grid_ces)
            or asks_for_all(pair_ban.n_platforms, request_ban.platforms)
            or asks_for_all(pair_ban.n_job_types, request_ban.job_types)
            or asks_for_all(pair_ban.n_tags, request_ban.tags)
        else
            pair_ban.n_job_types > 0
            or pair_ban.n_tags > 0
            or is_wholly_banned(pair_ban.n_sites, request_ban.sites, task_queue.sites)
            or is_wholly_banned(
                pair_ban.n_grid_ces, request_ban.grid_ces, task_queue.grid_ces
            )
            or is_wholly_banned(
                pair_ban.n_platforms, request_ban.platforms, task_queue.platforms
            )
    end
