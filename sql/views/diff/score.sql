-- title: figures of both runs side by side
-- grain: policy, figure
with
    figured as (
        select
            policy,
            side,
            100.0::double
            * count(*) filter (where status = 'assigned')
            / count(*) as assigned_percent,
            avg(len(queues)) filter (where status = 'assigned') as candidates_mean
        from decision
        where jedi_task_id is not null
        group by all
    ),
    weighted as (
        select policy, side, median(weight) as best_weight_median
        from both_candidate
        where rank = 1
        group by all
    ),
    figures as (
        unpivot (from figured left join weighted using (policy, side)) on assigned_percent,
        candidates_mean,
        best_weight_median
        into name figure value value
    )

select
    policy,
    figure,
    max(value) filter (where side = 'A') as value_a,
    max(value) filter (where side = 'B') as value_b
from figures
group by all
order by policy, figure
