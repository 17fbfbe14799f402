-- title: limits of running jobs and delays that the configuration states
-- grain: kind, site, ce, attribute, value, is_burst
-- nulls: a limit that is no number is none; ce is empty where the whole site is meant
-- note: RunningLimit/<Site>/<Attribute>/<Value> and
-- RunningLimit/<Site>/CEs/<CE>/<Attribute>/<Value>; MatchingDelay likewise, its section
-- Burst
with
    parts as (
        select
            string_split(scheduling_option.path, '/') as names,
            try_cast(scheduling_option.value as double) as amount
        from scheduling_option
        where scheduling_option.realm = '' and scheduling_option.value is not null
    )

select
    parts.names[1] as kind,
    parts.names[2] as site,
    case when parts.names[3] = 'CEs' then parts.names[4] else '' end as ce,
    case
        when parts.names[3] in ('CEs', 'Burst') then parts.names[-2] else parts.names[3]
    end as attribute,
    parts.names[-1] as value,
    parts.names[3] = 'Burst' as is_burst,
    max(parts.amount) as amount
from parts
where
    parts.names[1] in ('RunningLimit', 'MatchingDelay')
    and parts.names[4] is not null
    and parts.amount >= 0
group by all
