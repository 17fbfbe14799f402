-- title: what the configuration says that cannot be used
-- grain: remark
-- source: P021
-- note: unknown correctors are reported, so is a second instance, a switch that says
-- neither yes nor no, corrections of a vo that no group is of, and a limit, or a delay,
-- that is no number or on an attribute that is not looked at, or held
with
    named as (
        select 'RunningLimit' as kind, site, attribute
        from limit_state
        union
        select 'MatchingDelay', site, attribute
        from delay_rule
    ),
    held as (select unnest(['JobType', 'Tag']) as attribute, unnest(['job_types', 'tags']) as field)

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
select format('{} = {} is neither yes nor no, and counts as no', path, value) as remark
from placed_option
where
    path in ('EnableSharesCorrection', 'CheckJobLimits', 'CheckMatchingDelay')
    and not cfg_flag(value)
    and lower(trim(value)) not in ('false', 'no', 'n', '0')
union
select
    format('{} = {} is not valid, so nothing of its site or CE is limited', path, value) as remark
from placed_option
where is_limit(path) and value is not null and limit_amount(path, value) is null
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
        '{}/{}: no limit or delay looks at an attribute {}', named.kind, named.site, named.attribute
    ) as remark
from named
cross join cfg
where not list_contains(cfg.limit_attributes, named.attribute)
union
select
    format(
        '{}/{}: task queues hold no {}, which identity_fields lacks: nothing is held back',
        named.kind,
        named.site,
        held.field
    ) as remark
from named
inner join held using (attribute)
cross join cfg
where
    list_contains(cfg.limit_attributes, named.attribute)
    and not list_contains(cfg.identity_fields, held.field)
