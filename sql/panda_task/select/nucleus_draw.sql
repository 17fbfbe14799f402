-- title: the chance of each nucleus, and the part of the draw that takes it
-- grain: jedi_task_id, nucleus
-- kind: view
-- nulls: no rows where the task has its nucleus already, or the largest weight wins
-- note: u over the sum of weights, walked in the order of names; a nucleus is drawn
-- where u is above u_from, up to u_to
select
    each.jedi_task_id,
    nucleus_order.nucleus,
    each.chance,
    lag(each.u_to, 1, 0::double) over (
        partition by each.jedi_task_id order by each.place
    ) as u_from,
    each.u_to,
    each.u
from
    (
        select
            decision.jedi_task_id,
            decision.draw as u,
            unnest(decision.places) as place,
            unnest(chances_of(choice.weights)) as chance,
            unnest(chances_up_to(choice.weights)) as u_to
        from decision
        inner join choice using (jedi_task_id)
        cross join cfg
        where cfg.nucleus_choice = 'weighted_random' and decision.preset_place is null
    ) as each
inner join nucleus_order using (place)
