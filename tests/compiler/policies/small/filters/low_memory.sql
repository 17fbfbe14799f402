-- criterion: -lowmemory
-- label: lowmemory check
-- title: memory does not fit
-- effect: drop
-- class: never_fits
-- source: tests/compiler
-- bounds: equal passes
-- nulls: unknown passes
-- differs: none
select
    candidate.*,
    need.need_mb as asked,
    '<=' as operator,
    partner.max_rss as offered,
    format('needs {} > {}', asked, offered) as detail
from candidate
inner join partner on candidate.queue_name = partner.queue_name
inner join
    need
    on candidate.jedi_task_id = need.jedi_task_id
    and candidate.chunk_no = need.chunk_no
    and candidate.queue_name = need.queue_name
where partner.max_rss > 0 and asked > offered
