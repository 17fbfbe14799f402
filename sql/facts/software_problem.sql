-- title: what is malformed or unusable in each requirement signature
-- grain: software_no, problem
-- source: C195
-- note: an invalid pattern matches nothing
with

    patterns as (
        select
            software_signature.software_no,
            'platform' as kind,
            software_signature.platform as pattern
        from software_signature
        union all
        select
            software_signature.software_no,
            'arch',
            unnest(list_transform(software_signature.cpu_specs, lambda spec:spec.arch))
        from software_signature
        union all
        select
            requirements.software_no,
            requirements.requirement.attribute,
            requirements.requirement.wanted
        from
            (
                select
                    software_signature.software_no,
                    unnest(software_signature.gpu_specs) as requirement
                from software_signature
            ) as requirements
    ),

    problems as (
        select
            software_signature.software_no,
            unnest(software_signature.problems) as problem
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

select problems.software_no, problems.problem
from problems
