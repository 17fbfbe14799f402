-- title: limits of running jobs and delays that the configuration states
-- grain: kind, site, ce, attribute, value, is_burst
-- nulls: a limit that is no number is none; ce is empty where the whole site is meant
-- note: RunningLimit/<Site>/<Attribute>/<Value> and
-- RunningLimit/<Site>/CEs/<CE>/<Attribute>/<Value>; MatchingDelay likewise, its section
-- Burst
with
    parts as (
        select string_split(path, '/') as names, try_cast(value as double) as amount
        from scheduling_option
        where realm = '' and value is not null
    )

select
    names[1] as kind,
    names[2] as site,
    if(names[3] = 'CEs', names[4], '') as ce,
    if(names[3] in ('CEs', 'Burst'), names[-2], names[3]) as attribute,
    names[-1] as value,
    names[3] = 'Burst' as is_burst,
    max(parts.amount) as amount
from parts
where names[1] in ('RunningLimit', 'MatchingDelay') and names[4] is not null and parts.amount >= 0
group by all
