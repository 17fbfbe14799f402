-- title: figures of both runs side by side
-- grain: policy, figure
with
    figured as (
        select
            decision.policy,
            decision.side,
            100.0::double
            * count(*) filter (where decision.status = 'assigned')
            / count(*) as assigned_percent,
            avg(len(decision.queues)) filter (
                where decision.status = 'assigned'
            ) as candidates_mean
        from decision
        where decision.jedi_task_id is not null
        group by all
    ),

    weighted as (
        select
            both_candidate.policy,
            both_candidate.side,
            median(both_candidate.weight) as best_weight_median
        from both_candidate
        where both_candidate.rank = 1
        group by all
    ),

    figures as (
        unpivot (from figured left join weighted using (policy, side))
        on assigned_percent,
        candidates_mean,
        best_weight_median
        into name figure value value
    )

select
    figures.policy,
    figures.figure,
    max(figures.value) filter (where figures.side = 'A') as value_a,
    max(figures.value) filter (where figures.side = 'B') as value_b
from figures
group by all
order by figures.policy, figures.figure
