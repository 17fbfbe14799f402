-- title: jobs that ran in each time span, for each of those that are corrected
-- grain: realm, corrector_no, scope, slice, entity
-- source: P018, P022, P024
-- nulls: a sample without an end counts for a second; without usage 0
-- note: by the time in the span; only ratios matter, and only among those that are
-- corrected
with
    known as (
        select realm, corrector_no, scope, slice, bool_or(usage > 0) as has_data
        from span_usage
        group by realm, corrector_no, scope, slice
    )

select
    corrector_slice.realm,
    corrector_slice.corrector_no,
    corrector_slice.scope,
    corrector_slice.slice,
    corrected_entity.entity,
    corrector_slice.fraction,
    corrector_slice.max_correction,
    coalesce(span_usage.usage, 0) as usage,
    sum(coalesce(span_usage.usage, 0)) over (
        partition by
            corrector_slice.realm,
            corrector_slice.corrector_no,
            corrector_slice.scope,
            corrector_slice.slice
        order by corrected_entity.entity
        rows between unbounded preceding and unbounded following
    ) as total,
    coalesce(known.has_data, false) as has_data
from corrector_slice
inner join corrected_entity using (realm, scope)
left join span_usage using (realm, corrector_no, scope, slice, entity)
left join known using (realm, corrector_no, scope, slice)
