-- title: the chance of each nucleus, and the part of the draw that takes it
-- grain: jedi_task_id, partner_no
-- kind: view
-- nulls: no rows where the task has its nucleus already, or the largest weight wins
-- note: u over the sum of weights, walked in the order of names; a nucleus is drawn
-- where u is above u_from, up to u_to
select
    each.jedi_task_id,
    each.partner_no,
    numbered_partner.queue_name,
    each.chance,
    lag(each.u_to, 1, 0::double) over (
        partition by each.jedi_task_id order by each.partner_no
    ) as u_from,
    each.u_to,
    each.u
from
    (
        select
            decision.jedi_task_id,
            decision.draw as u,
            unnest(decision.partners) as partner_no,
            unnest(chances_of(choice.weights)) as chance,
            unnest(chances_up_to(choice.weights)) as u_to
        from decision
        inner join choice using (jedi_task_id)
        cross join cfg
        where cfg.nucleus_choice = 'weighted_random' and decision.preset_no is null
    ) as each
inner join numbered_partner using (partner_no)
