-- title: all that a corrector knows of somebody whom it corrects, as one row
-- grain: realm, corrector_no, scope, entity
-- source: P037
-- differs: in DIRAC's code of today a time span without data cancels all corrections
select
    corrector_instance.realm,
    corrector_instance.corrector_no,
    corrector_instance.scope,
    slice_usage.entity,
    any_value(corrector_instance.global_max) as global_max,
    list(
        struct_pack(
            fraction := slice_usage.fraction,
            max_correction := slice_usage.max_correction,
            part := slice_usage.usage / nullif(slice_usage.total, 0)
        )
        order by slice_usage.slice
    ) as slices,
    any_value(cfg.empty_slice) = 'cancel' and not bool_and(slice_usage.has_data) as is_cancelled
from corrector_instance
inner join slice_usage using (realm, corrector_no, scope)
cross join cfg
where corrector_instance.is_first
group by all
