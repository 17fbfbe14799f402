-- title: instances of the correctors: the scope of each, and what it may correct
-- grain: realm, corrector_no, instance
-- source: P028, P029, P030, P031, P033, P041
-- bounds: a correction of 1 corrects nothing; less is not valid
-- nulls: scope is empty for the groups; no valid maximum is the usual one
-- differs: the code reads MaxGlobalCorrection, of which both are read
-- note: a second instance of a scope is an error and ignored
with
    configured as (
        select
            realm,
            corrector_no,
            instance,
            min((text_no, line_no)) as place,
            coalesce(max(value) filter (where slice = '' and key = 'Group'), '') as scope,
            max(cfg_number(value, 1)) filter (
                where slice = '' and key = 'MaxGlobalCorrectionFactor'
            ) as page_max,
            max(cfg_number(value, 1)) filter (
                where slice = '' and key = 'MaxGlobalCorrection'
            ) as code_max
        from corrector_option
        group by realm, corrector_no, instance
    )

select
    configured.realm,
    configured.corrector_no,
    configured.instance,
    compared_name(configured.scope, cfg.collation) as scope,
    coalesce(configured.page_max, configured.code_max, cfg.max_global_correction) as global_max,
    row_number() over (
        partition by configured.realm, configured.corrector_no, configured.scope
        order by configured.place
    )
    = 1 as is_first
from configured
cross join cfg
