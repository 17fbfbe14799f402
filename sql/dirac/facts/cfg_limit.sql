-- title: limits of running jobs and delays that the configuration states
-- grain: vo, kind, site, ce, attribute, value, is_burst
-- bounds: a limit of 0 or less is reached always; a delay of 0 or less delays nothing
-- nulls: where one value is no number nothing of its site, or of its CE, counts; ce is
-- empty where the whole site is meant; vo is empty for pilots whose vo is not known
-- differs: in profile modern they act unless the configuration switches them off, in the
-- others only where it switches them on
-- note: RunningLimit/<Site>/<Attribute>/<Value> and
-- RunningLimit/<Site>/CEs/<CE>/<Attribute>/<Value>; MatchingDelay likewise, its section
-- Burst
with
    parts as (
        select
            limit_realm.vo,
            string_split(scheduling_option.path, '/') as names,
            limit_amount(scheduling_option.path, scheduling_option.value) as amount
        from scheduling_option
        inner join limit_realm using (realm)
        where scheduling_option.value is not null and is_limit(scheduling_option.path)
    )

select
    parts.vo,
    names[1] as kind,
    names[2] as site,
    if(names[3] = 'CEs', names[4], '') as ce,
    names[-2] as attribute,
    names[-1] as value,
    names[3] = 'Burst' as is_burst,
    parts.amount
from parts
inner join limit_switch on parts.vo = limit_switch.vo and parts.names[1] = limit_switch.kind
where limit_switch.is_on
qualify
    bool_and(parts.amount is not null) over (
        partition by parts.vo, names[1], names[2], if(names[3] = 'CEs', names[4], '')
    )
