-- title: what is malformed or unusable in the requirements of each task
-- grain: jedi_task_id, remark
-- source: C195
-- note: shown with the task, decides nothing; an invalid pattern matches nothing
with
    requirements as (select software_no, unnest(gpu_specs) as requirement from software_signature),
    patterns as (
        select software_no, 'platform' as kind, platform as pattern
        from software_signature
        union
        select software_no, 'arch', unnest(cpu_specs).arch
        from software_signature
        union
        select software_no, requirements.requirement.attribute, requirements.requirement.wanted
        from requirements
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

select software_request.jedi_task_id, problems.problem as remark
from software_request
inner join problems using (software_no)
