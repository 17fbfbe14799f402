-- title: the factor by which the share of a group, or of a user in it, is corrected
-- grain: realm, scope, entity
-- source: P005, P018, P019, P022, P024, P037
-- bounds: between the global maximum and one by it
-- nulls: shares that are 0 in sum, or a scope without history, are not corrected
-- note: correctors one after the other; not normalised afterwards
with recursive
    corrected as (
        select realm, scope, entity, 0::bigint as turn, value, 1::double as factor
        from corrected_entity
        union all
        select
            steps.* exclude (step_factor) replace (
                turn + 1 as turn, value * step_factor as value, factor * step_factor as factor
            )
        from
            (
                select
                    corrected.*,
                    case
                        when
                            coalesce(correction_step.is_cancelled, true)
                            or not sum(corrected.value) over scope > 0
                        then 1::double
                        else
                            final_correction(
                                correction_step.slices,
                                corrected.value / sum(corrected.value) over scope,
                                correction_step.global_max,
                                cfg.absent_entity_weighted,
                                cfg.empty_slice
                            )
                    end as step_factor
                from corrected
                left join
                    correction_step
                    on corrected.turn + 1 = correction_step.corrector_no
                    and corrected.realm = correction_step.realm
                    and corrected.scope = correction_step.scope
                    and corrected.entity = correction_step.entity
                cross join cfg
                where corrected.turn < (select max(corrector.corrector_no) from corrector)
                window
                    scope as (
                        partition by corrected.realm, corrected.scope
                        order by corrected.entity
                        rows between unbounded preceding and unbounded following
                    )
            ) as steps
    )

select realm, scope, entity, arg_max(factor, turn) as factor
from corrected
group by realm, scope, entity
