-- title: the reported reason of every rejected pair: of a filter, or of the weights;
-- what loading refused is out of each round
with
    left_out as (
        select
            reported.pair_no,
            reported.unit_no,
            reported.jedi_task_id,
            reported.chunk_no,
            reported.queue_name,
            reported.unified_name,
            reported.round,
            criterion.step,
            criterion.criterion,
            criterion.class,
            reported.detail
        from reported
        inner join reported_unit using (unit_no)
        inner join criterion using (bit)
        union all
        select
            weighed.pair_no,
            weighed.unit_no,
            weighed.jedi_task_id,
            weighed.chunk_no,
            weighed.queue_name,
            weighed.unified_name,
            weighed.round,
            coalesce(criterion.step, ranking.step) as step,
            loss_of(weighed.criterion) as criterion,
            coalesce(criterion.class, 'policy') as class,
            weighed.detail
        from weighed
        left join
            criterion
            on weighed.criterion = criterion.criterion
            and criterion.bit is null
            and criterion.effect = 'drop'
        cross join (select max(step) + 1 as step from criterion) as ranking
        where not weighed.is_chosen
        union all by name
        select refused_pair.*
        from refused_pair
    )

select
    getvariable('policy') as policy,
    jedi_task_id,
    chunk_no::integer as chunk_no,
    queue_name,
    unified_name,
    round::integer as round,
    step::integer as step,
    criterion,
    class,
    detail
from left_out
order by unit_no, pair_no nulls last, queue_name
