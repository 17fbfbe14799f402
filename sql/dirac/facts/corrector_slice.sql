-- title: time spans of each correction with their part of the whole
-- grain: realm, corrector_no, scope, slice
-- source: P025, P026, P027, P034, P035, P036, P038, P039, P040
-- bounds: a maximum below 1, a span or weight of 0 or less is not valid
-- nulls: what is not given or not valid is the default
-- note: weights 80 and 20 are 80 % and 20 %
-- note: TimeSpan 604800, Weight 1, MaxCorrection 3 by default
with
    configured as (
        select
            realm,
            corrector_no,
            instance,
            slice,
            max(value) filter (where key = 'TimeSpan') as time_span,
            max(value) filter (where key = 'Weight') as weight,
            max(value) filter (where key = 'MaxCorrection') as max_correction
        from corrector_option
        where slice <> ''
        group by realm, corrector_no, instance, slice
    ),
    valid as (
        select
            configured.realm,
            configured.corrector_no,
            corrector_instance.scope,
            configured.slice,
            coalesce(
                nullif(cfg_number(configured.time_span, 0), 0), cfg.slice_time_span
            ) as time_span_s,
            coalesce(nullif(cfg_number(configured.weight, 0), 0), 1) as weight,
            coalesce(
                cfg_number(configured.max_correction, 1), cfg.slice_max_correction
            ) as max_correction
        from configured
        inner join corrector_instance using (realm, corrector_no, instance)
        cross join cfg
        where corrector_instance.is_first
    )

select
    valid.*,
    weight / sum(weight order by weight) over (partition by realm, corrector_no, scope) as fraction
from valid
