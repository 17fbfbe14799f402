-- title: what is malformed or unusable in each requirement signature
-- grain: software_no, problem
-- source: C195
-- note: an invalid pattern matches nothing
with

    patterns as (
        select software_no, 'platform' as kind, platform as pattern
        from software_signature
        union all
        select
            software_no,
            'arch',
            unnest(list_transform(cpu_specs, lambda spec:spec.arch))
        from software_signature
        union all
        select
            software_no,
            requirements.requirement.attribute,
            requirements.requirement.wanted
        from
            (
                select software_no, unnest(gpu_specs) as requirement
                from software_signature
            ) as requirements
    ),

    problems as (
        select software_no, unnest(problems) as problem
        from software_signature
        union
        select
            patterns.software_no,
            format(
                '{} "{}" is no regular expression of RE2: it matches nothing',
                patterns.kind,
                patterns.pattern
            )
        from patterns
        inner join software_pattern using (kind, pattern)
        where not software_pattern.is_valid
    )

select software_no, problem
from problems
