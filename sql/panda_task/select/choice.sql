-- title: the nucleus of each task, and the weights at its turn
-- grain: jedi_task_id
-- source: spec/production.md 2.6: u over the sum of weights, walked in the order of
-- source: names
-- differs: below the offset the divisor is 1 in the running system, the offset on the
-- differs: page (D7); nucleus_choice max takes the largest weight
with recursive
    given as (
        select distinct
            decision.group_no,
            0::bigint as turn,
            null::bigint as jedi_task_id,
            list_transform(
                range(levels.n_levels * partners.n_partners), lambda place:0::double
            ) as work,
            null::double[] as weights,
            null::bigint as chosen
        from decision
        cross join (select max(decision.level) as n_levels from decision) as levels
        cross join (select count(*) as n_partners from numbered_partner) as partners
        union all
        select
            chosen.group_no,
            chosen.turn,
            chosen.jedi_task_id,
            list_transform(
                chosen.given,
                lambda already,
                place:already + case
                    when
                        place <= chosen.level * chosen.n_partners
                        and (place - 1 - chosen.chosen) % nullif(chosen.n_partners, 0)
                        = 0
                    then chosen.own_work
                    else 0
                end
            ) as work,
            chosen.weights,
            chosen.chosen
        from
            (
                select
                    weighed.*,
                    coalesce(
                        weighed.preset_no,
                        weighed.partners[
                            walk_to(weighed.weights, weighed.draw, cfg.nucleus_choice)
                        ]
                    ) as chosen
                from
                    (
                        select
                            decision.group_no,
                            decision.turn,
                            decision.jedi_task_id,
                            decision.preset_no,
                            decision.partners,
                            decision.draw,
                            decision.level,
                            decision.work as own_work,
                            given.work as given,
                            partners.n_partners,
                            list_transform(
                                decision.partners,
                                lambda partner,
                                place:decision.weights[place] / work_divisor(
                                    decision.works[place] + given.work[
                                        (decision.level - 1) * partners.n_partners
                                        + partner
                                        + 1
                                    ],
                                    cfg.rw_offset,
                                    cfg.rw_offset_mode
                                )
                            ) as weights
                        from given
                        inner join
                            decision
                            on given.group_no = decision.group_no
                            and given.turn + 1 = decision.turn
                        cross join
                            (
                                select count(*) as n_partners from numbered_partner
                            ) as partners
                        cross join cfg
                    ) as weighed
                cross join cfg
            ) as chosen
    )

select given.jedi_task_id, given.weights, given.chosen as partner_no
from given
where given.turn > 0
