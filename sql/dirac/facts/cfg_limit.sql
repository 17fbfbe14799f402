-- title: limits of running jobs and delays that the configuration states
-- grain: vo, kind, site, ce, attribute, value, is_burst
-- nulls: a limit that is no number from 0 on is none; ce is empty where the whole site
-- is meant; vo is empty for pilots whose vo is not known
-- differs: in profile modern they act unless the configuration switches them off, in the
-- others only where it switches them on
-- note: RunningLimit/<Site>/<Attribute>/<Value> and
-- RunningLimit/<Site>/CEs/<CE>/<Attribute>/<Value>; MatchingDelay likewise, its section
-- Burst
with
    parts as (
        select
            string_split(scheduling_option.path, '/') as names,
            cfg_number(scheduling_option.value, 0) as amount,
            limit_realm.vo
        from scheduling_option
        inner join limit_realm using (realm)
        where scheduling_option.value is not null
    )

select
    parts.vo,
    names[1] as kind,
    names[2] as site,
    if(names[3] = 'CEs', names[4], '') as ce,
    if(names[3] in ('CEs', 'Burst'), names[-2], names[3]) as attribute,
    names[-1] as value,
    names[3] = 'Burst' as is_burst,
    max(parts.amount) as amount
from parts
inner join limit_switch on parts.vo = limit_switch.vo and parts.names[1] = limit_switch.kind
where limit_switch.is_on and names[4] is not null and parts.amount is not null
group by all
