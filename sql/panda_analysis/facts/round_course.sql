-- title: rounds that are gone through, and the units that are weighed together
-- grain: unit_no
-- source: spec/analysis-and-software.md 1.3, 9.1 item 7: a round with candidates is the
-- source: last; with job cloning one with as many as a job goes to, and the candidates
-- source: of the first round are kept
-- differs: the page begins the second round only where all queues have fallen to
-- differs: persistent reasons (9, row 5)
with

    kept as (
        select survivor.unit_no, count(*) as n_left
        from survivor
        group by survivor.unit_no
    ),

    postponed as (
        select distinct verdict.unit_no
        from verdict
        inner join criterion on verdict.bit = criterion.bit
        where criterion.effect = 'defer'
    ),

    rounds as (
        select
            numbered_unit.unit_no,
            numbered_unit.round,
            task_rule.uses_job_cloning,
            analysis_task.n_sites_per_job,
            count(*) over of_chunk > 1 as has_second,
            min(numbered_unit.unit_no) over of_chunk as first_unit_no,
            first_value(kept.n_left ignore nulls) over (
                partition by numbered_unit.jedi_task_id, numbered_unit.chunk_no
                order by numbered_unit.round
                rows between unbounded preceding and unbounded following
            ) as n_first,
            bool_or(
                numbered_unit.round = 1
                and (
                    gate_hit.jedi_task_id is not null
                    or (postponed.unit_no is not null and kept.unit_no is null)
                    or kept.n_left >= case
                        when task_rule.uses_job_cloning
                        then analysis_task.n_sites_per_job
                        else 1
                    end
                )
            ) over of_chunk as is_decided_first
        from numbered_unit
        inner join task_rule on numbered_unit.jedi_task_id = task_rule.jedi_task_id
        inner join
            analysis_task on numbered_unit.jedi_task_id = analysis_task.jedi_task_id
        left join kept on numbered_unit.unit_no = kept.unit_no
        left join postponed on numbered_unit.unit_no = postponed.unit_no
        left join
            gate_hit
            on numbered_unit.jedi_task_id = gate_hit.jedi_task_id
            and numbered_unit.chunk_no = gate_hit.chunk_no
        window
            of_chunk as (
                partition by numbered_unit.jedi_task_id, numbered_unit.chunk_no
            )
    )

select
    rounds.unit_no,
    rounds.round = 2 or rounds.is_decided_first or not rounds.has_second as is_last,
    case
        when
            rounds.uses_job_cloning
            and rounds.has_second
            and not rounds.is_decided_first
        then 1 + 1
        else rounds.round
    end as last_round,
    case
        when rounds.uses_job_cloning and not rounds.is_decided_first
        then rounds.first_unit_no
        else rounds.unit_no
    end as pool_no,
    case
        when rounds.uses_job_cloning
        then greatest(rounds.n_first, rounds.n_sites_per_job)
        else cfg.max_candidates
    end as n_best,
    rounds.uses_job_cloning
from rounds
cross join cfg
where rounds.round = 1 or not rounds.is_decided_first
