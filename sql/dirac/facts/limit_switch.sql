-- title: whether limits and delays act: as the configuration says, else as usual
-- grain: vo, kind
-- source: DIRAC's options CheckJobLimits and CheckMatchingDelay
-- nulls: the empty vo is of pilots whose vo is not known
with
    switch as (
        select 'RunningLimit' as kind, 'CheckJobLimits' as path, check_job_limits as is_usual
        from cfg
        union all
        select 'MatchingDelay', 'CheckMatchingDelay', check_matching_delay
        from cfg
    )

select
    limit_realm.vo,
    switch.kind,
    coalesce(cfg_flag(scheduling_option.value), switch.is_usual) as is_on
from limit_realm
cross join switch
left join
    scheduling_option
    on limit_realm.realm = scheduling_option.realm
    and switch.path = scheduling_option.path
