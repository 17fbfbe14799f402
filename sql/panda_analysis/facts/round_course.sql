-- title: rounds that are gone through, and those that are weighed together
-- grain: jedi_task_id, chunk_no, round
-- source: C348
-- differs: the page begins the second round only where all queues have fallen to
-- persistent reasons, and takes the best ten for job cloning too
-- note: a round with candidates is the last; with job cloning one with as many as a job
-- goes to, and the candidates of the first round are kept; pool_round = the first of
-- the
-- rounds that are weighed together
select
    round_state.jedi_task_id,
    round_state.chunk_no,
    round_state.round,
    round_state.round = 2
    or round_state.is_decided_first
    or not round_state.has_second as is_last,
    case
        when
            round_state.uses_job_cloning
            and round_state.has_second
            and not round_state.is_decided_first
        then 1 + 1
        else round_state.round
    end as last_round,
    case
        when round_state.uses_job_cloning and not round_state.is_decided_first
        then round_state.first_round
        else round_state.round
    end as pool_round,
    case
        when round_state.uses_job_cloning and cfg.ranking = 'used_first'
        then greatest(round_state.n_first, round_state.n_sites_per_job)
        else cfg.max_candidates
    end as n_best,
    round_state.uses_job_cloning
from round_state
cross join cfg
where round_state.round = 1 or not round_state.is_decided_first
