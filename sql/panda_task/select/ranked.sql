-- title: surviving nuclei with their weights and rank
-- grain: jedi_task_id, chunk_no, nucleus
-- source: C035
-- note: work as at the turn of the task, of a nucleus without weight as the cycle found
-- it
with
    drawn as (
        select
            decision.jedi_task_id,
            choice.place as chosen,
            unnest(decision.places) as place,
            unnest(choice.weights) as weight
        from decision
        inner join choice using (jedi_task_id)
    ),
    weights as (
        select
            drawn.jedi_task_id,
            nucleus_order.nucleus,
            drawn.weight,
            drawn.place = drawn.chosen as is_chosen
        from drawn
        inner join nucleus_order using (place)
    )

select
    pair_weight.jedi_task_id,
    pair_weight.chunk_no,
    pair_weight.nucleus,
    weights.weight,
    case
        when coalesce(pair_weight.weight, 0) = 0
        then pair_weight.work
        else weights.weight / (pair_weight.weight / pair_weight.work)
    end as work,
    coalesce(weights.is_chosen, false) as is_chosen,
    case
        when cap_hit.criterion is null
        then
            row_number() over (
                partition by pair_weight.jedi_task_id, cap_hit.criterion is null
                order by weights.weight desc, pair_weight.nucleus
            )
    end::integer as rank,
    case
        when cap_hit.criterion is not null
        then cap_hit.criterion
        when weights.is_chosen
        then '+set'
        else '+use'
    end as criterion
from pair_weight
left join weights using (jedi_task_id, nucleus)
left join cap_hit using (jedi_task_id, chunk_no, nucleus)
where weights.jedi_task_id is not null or cap_hit.criterion is not null
