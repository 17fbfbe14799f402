-- title: the nucleus of each task, and the weights at its turn
-- grain: jedi_task_id
-- source: C006, C035, C036, C037
-- differs: below the offset the divisor is 1 in the running system, the offset on the
-- page; nucleus_choice max takes the largest weight
-- note: u over the sum of weights, walked in the order of names; given holds the work
-- given away so far, by priority and nucleus
with recursive
    walked as (
        select
            group_no,
            0::bigint as turn,
            null::bigint as jedi_task_id,
            nothing_given(max(level) * max(n_nuclei)) as given,
            null::double[] as weights,
            null::bigint as chosen
        from decision
        group by group_no
        union all
        select
            group_no,
            turn,
            jedi_task_id,
            give_away(given, chosen, n_nuclei, level, work) as given,
            weights,
            chosen
        from
            (
                select
                    weighed.*,
                    coalesce(
                        weighed.preset_place,
                        weighed.places[walk_to(weighed.weights, weighed.draw, cfg.nucleus_choice)]
                    ) as chosen
                from
                    (
                        select
                            decision.* exclude (weights),
                            walked.given,
                            weights_with(
                                decision.weights,
                                decision.works,
                                walked.given,
                                decision.places,
                                (decision.level - 1) * decision.n_nuclei,
                                cfg.rw_offset,
                                cfg.rw_offset_mode
                            ) as weights
                        from walked
                        inner join
                            decision
                            on walked.group_no = decision.group_no
                            and walked.turn + 1 = decision.turn
                        cross join cfg
                    ) as weighed
                cross join cfg
            ) as turns
    )

select jedi_task_id, weights, chosen as place
from walked
where turn > 0
