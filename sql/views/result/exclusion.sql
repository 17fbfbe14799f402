-- title: the reported reason of every rejected pair: of a filter, or of the weights;
-- what loading refused is out of each round
with
    left_out as (
        select
            x_unit.pair_base + x_reported.partner_no as pair_no,
            x_reported.unit_no,
            x_reported.partner_no,
            criterion.step,
            criterion.criterion,
            criterion.class,
            x_reported.detail
        from x_reported
        inner join x_unit using (unit_no)
        inner join reported_unit using (unit_no)
        inner join criterion using (bit)
        union all
        select
            weighed.pair_no,
            weighed.unit_no,
            weighed.pair_no - x_unit.pair_base as partner_no,
            coalesce(criterion.step, ranking.step) as step,
            loss_of(weighed.criterion) as criterion,
            coalesce(criterion.class, 'policy') as class,
            weighed.detail
        from weighed
        inner join x_unit using (unit_no)
        left join
            criterion
            on weighed.criterion = criterion.criterion
            and criterion.bit is null
            and criterion.effect = 'drop'
        cross join (select max(step) + 1 as step from criterion) as ranking
        where not weighed.is_chosen
    ),
    named as (
        select
            left_out.pair_no,
            left_out.unit_no,
            x_partner_named.queue_name,
            x_partner_named.unified_name,
            left_out.step,
            left_out.criterion,
            left_out.class,
            left_out.detail
        from left_out
        inner join x_partner_named using (partner_no)
        union all
        select
            refused_pair.pair_no,
            refused_pair.unit_no,
            refused_pair.queue_name::x_partner_name as queue_name,
            refused_pair.unified_name::x_partner_name as unified_name,
            refused_pair.step,
            refused_pair.criterion,
            refused_pair.class,
            refused_pair.detail
        from refused_pair
    )

select
    getvariable('policy') as policy,
    numbered_unit.jedi_task_id,
    numbered_unit.chunk_no::integer as chunk_no,
    named.queue_name,
    named.unified_name,
    numbered_unit.round::integer as round,
    named.step::integer as step,
    named.criterion,
    named.class,
    named.detail
from named
inner join numbered_unit using (unit_no)
order by named.unit_no, named.pair_no nulls last, named.queue_name
