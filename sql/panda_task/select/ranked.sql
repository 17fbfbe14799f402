-- title: surviving nuclei with their weights and rank
-- grain: pair_no
-- source: C035
-- note: work as at the turn of the task, of a nucleus without weight as the cycle found
-- it
with
    weights as (
        select
            decision.unit_no,
            choice.partner_no as chosen_no,
            unnest(decision.partners) as partner_no,
            unnest(choice.weights) as weight
        from decision
        inner join choice using (jedi_task_id)
    )

select
    pair_weight.pair_no,
    pair_weight.unit_no,
    pair_weight.partner_no,
    weights.weight,
    case
        when coalesce(pair_weight.weight, 0) = 0
        then pair_weight.work
        else weights.weight / (pair_weight.weight / pair_weight.work)
    end as work,
    coalesce(weights.chosen_no = weights.partner_no, false) as is_chosen,
    case
        when cap_hit.pair_no is null
        then
            row_number() over (
                partition by pair_weight.unit_no, cap_hit.pair_no is null
                order by weights.weight desc, pair_weight.partner_no
            )
    end::integer as rank,
    case
        when cap_hit.pair_no is not null
        then cap_hit.criterion
        when weights.chosen_no = weights.partner_no
        then '+set'
        else '+use'
    end as criterion
from pair_weight
left join weights using (unit_no, partner_no)
left join cap_hit using (pair_no)
where weights.unit_no is not null or cap_hit.pair_no is not null
