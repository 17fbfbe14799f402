-- title: the chance of each nucleus, and the part of the draw that takes it
-- grain: jedi_task_id, partner_no
-- kind: view
-- source: spec/production.md 2.6: u over the sum of weights, walked in the order of
-- source: names; a nucleus is drawn where u is above u_from, up to u_to
-- nulls: no lots where the task has its nucleus already, or the largest weight wins
select
    lots.jedi_task_id,
    lots.partner_no,
    numbered_partner.queue_name,
    lots.chance,
    lag(lots.u_to, 1, 0::double) over (
        partition by lots.jedi_task_id order by lots.partner_no
    ) as u_from,
    lots.u_to,
    lots.u
from
    (
        select
            decision.jedi_task_id,
            decision.draw as u,
            unnest(decision.partners) as partner_no,
            unnest(chances_of(choice.weights)) as chance,
            unnest(chances_up_to(choice.weights)) as u_to
        from decision
        inner join choice on decision.jedi_task_id = choice.jedi_task_id
        cross join cfg
        where cfg.nucleus_choice = 'weighted_random' and decision.preset_no is null
    ) as lots
inner join numbered_partner on lots.partner_no = numbered_partner.partner_no
