-- criterion: -no_cvmfs
-- label: no_cvmfs check
-- title: many cores need cvmfs
-- effect: drop
-- class: misconfigured
-- source: tests/compiler
-- bounds: equal passes
-- nulls: unknown passes
-- differs: none
with

    flags as (
        select
            candidate.jedi_task_id,
            candidate.chunk_no,
            candidate.queue_name,
            unit.core_count > 1 as is_multi,
            coalesce(partner.is_cvmfs, false) as is_cvmfs,
            unit.nucleus,
            partner.site_name
        from candidate
        inner join
            unit
            on candidate.jedi_task_id = unit.jedi_task_id
            and candidate.chunk_no = unit.chunk_no
        inner join partner on candidate.queue_name = partner.queue_name
    )

select flags.*, format('nucleus {}', nucleus) as detail
from flags
where is_multi and not is_cvmfs or (nucleus is null and site_name is not null)
