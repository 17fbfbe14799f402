-- criterion: -small_queue
-- label: size check
-- title: the queue has fewer cores than this policy asks for
-- class: policy
-- source: an example; name the page, or the decision, that your rule follows
-- bounds: a queue with exactly as many cores passes
-- nulls: a queue of unknown cores passes
select
    candidate.*,
    cfg.least_cores as asked,
    '<=' as operator,
    pseudo_queue.core_count as offered,
    'cores' as unit,
    format('{} cores < {}', offered, asked) as detail
from candidate
inner join pseudo_queue using (pseudo_queue)
cross join cfg
where offered < asked
