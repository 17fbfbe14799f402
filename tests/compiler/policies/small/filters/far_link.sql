-- criterion: -far_link
-- label: far_link check
-- title: the nucleus is far
-- effect: drop
-- class: policy
-- source: tests/compiler
-- bounds: equal passes
-- nulls: unknown passes
-- differs: none
select
    candidate.*,
    format('closeness {}', site_link.closeness) as detail
from candidate
inner join
    unit
    on candidate.jedi_task_id = unit.jedi_task_id
    and candidate.chunk_no = unit.chunk_no
inner join partner on candidate.queue_name = partner.queue_name
inner join
    site_link
    on partner.site_name = site_link.src_site
    and unit.nucleus = site_link.dst_site
where site_link.is_far and unit.io_intensity > 0
