-- title: what the configuration says that cannot be used
-- grain: remark
-- source: P021
-- note: unknown correctors are reported, so is a second instance, a switch that says
-- neither yes nor no, corrections of a vo that no group is of, and a limit, or a delay,
-- that is no number or on what no task queue asks for
select format('ShareCorrectorsToStart: unknown corrector {}', name) as remark
from corrector
where not is_known
union
select
    format(
        'ShareCorrections: instance {} is ignored, another has scope {}',
        instance,
        coalesce(nullif(scope, ''), 'all groups')
    ) as remark
from corrector_instance
where not is_first
union
select
    format(
        'ShareCorrections/{}: {} = {} is not valid, the usual value counts',
        concat_ws('/', instance, nullif(slice, '')),
        key,
        value
    ) as remark
from corrector_option
where
    key
    in ('TimeSpan', 'Weight', 'MaxCorrection', 'MaxGlobalCorrection', 'MaxGlobalCorrectionFactor')
    and cfg_number(value, if(key like 'Max%', 1, 0)) is null
union
select format('{} = {} is not valid, the usual value counts', path, value) as remark
from placed_option
where
    path in ('EnableSharesCorrection', 'CheckJobLimits', 'CheckMatchingDelay')
    and cfg_flag(value) is null
union
select format('{} = {} is no number from 0 on, so nothing is limited', path, value) as remark
from scheduling_option
where
    realm = ''
    and regexp_matches(path, '^(RunningLimit|MatchingDelay)(/[^/]*){3}')
    and value is not null
    and cfg_number(value, 0) is null
union
select
    format(
        'Operations/{}: no group is of VO {}, so its ShareCorrections correct nothing',
        placed_option.vo,
        placed_option.vo
    ) as remark
from placed_option
left join known_vo on placed_option.vo = known_vo.vo
cross join cfg
where
    known_vo.vo is null
    and placed_option.path like 'ShareCorrections/%'
    and cfg.corrections_scope = 'vo_setup'
union
select
    format(
        'RunningLimit/{}: no task queue has an attribute {}',
        limit_state.site,
        limit_state.attribute
    ) as remark
from limit_state
cross join cfg
where not list_contains(cfg.limit_attributes, limit_state.attribute)
union
select
    format(
        'MatchingDelay/{}: no task queue has an attribute {}', delay_rule.site, delay_rule.attribute
    ) as remark
from delay_rule
cross join cfg
where not list_contains(cfg.limit_attributes, delay_rule.attribute)
