-- title: rounds that are gone through, and those that are weighed together
-- grain: jedi_task_id, chunk_no, round
-- source: C287, C348
-- differs: the page begins the second round only where all queues have fallen to
-- persistent reasons, and takes the best ten for job cloning too
-- note: a round with candidates is the last; with job cloning one with as many as a job
-- goes to, and the candidates of the first round are kept; pool_round = the first of
-- the rounds that are weighed together
with
    left_over as (
        select jedi_task_id, chunk_no, round, count(*) as n_left
        from survivor
        group by jedi_task_id, chunk_no, round
    ),
    state as (
        select
            chunk_round.jedi_task_id,
            chunk_round.chunk_no,
            chunk_round.round,
            analysis_task.n_sites_per_job,
            count(*) over of_chunk > 1 as has_second,
            min(chunk_round.round) over of_chunk as first_round,
            first_value(left_over.n_left ignore nulls) over (
                partition by chunk_round.jedi_task_id, chunk_round.chunk_no
                order by chunk_round.round
                rows between unbounded preceding and unbounded following
            ) as n_first,
            bool_or(
                chunk_round.round = 1
                and (
                    gate_hit.jedi_task_id is not null
                    or left_over.n_left >= analysis_task.n_sites_per_job
                )
            ) over of_chunk as is_decided_first
        from chunk_round
        inner join analysis_task using (jedi_task_id)
        left join left_over using (jedi_task_id, chunk_no, round)
        left join gate_hit using (jedi_task_id, chunk_no)
        window of_chunk as (partition by chunk_round.jedi_task_id, chunk_round.chunk_no)
    )

select
    state.jedi_task_id,
    state.chunk_no,
    state.round,
    state.round = 2 or state.is_decided_first or not state.has_second as is_last,
    state.n_sites_per_job > 1 and not state.is_decided_first as joins_rounds,
    if(joins_rounds and state.has_second, 1 + 1, state.round) as last_round,
    if(joins_rounds, state.first_round, state.round) as pool_round,
    case
        when state.n_sites_per_job > 1 and cfg.ranking = 'used_first'
        then greatest(state.n_first, state.n_sites_per_job)
        else cfg.max_candidates
    end as n_best
from state
cross join cfg
where state.round = 1 or not state.is_decided_first
