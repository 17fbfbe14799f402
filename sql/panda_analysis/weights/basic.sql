-- title: (running + 1) / (queued + 1), or the class of the queue x the jobs that the
-- user may still queue
-- source: C330
-- nulls: no jobs count as 0
-- differs: the original weight on the page, the new one in the running system, with a
-- small number added; the new one by pools of a class, on the page by one pool
-- note: queued and running are the jobs of all users of the share at the queue
select
    weighed_pair.*,
    case
        when cfg.basic_weight = 'original'
        then (pair_running.n_running + 1) / (pair_user.n_queued + 1)::double
        when cfg.wq_pool = 'all'
        then page_weight.site_weight * page_weight.queue_weight
        else class_weight.site_weight * class_weight.queue_weight
    end
    + if(cfg.data_weight, cfg.least_weight, 0) as basic
from weighed_pair
inner join page_weight using (jedi_task_id, chunk_no, round, pseudo_queue)
inner join class_weight using (jedi_task_id, chunk_no, round, pseudo_queue)
inner join pair_running using (jedi_task_id, chunk_no, pseudo_queue)
inner join pair_user using (jedi_task_id, chunk_no, round, pseudo_queue)
cross join cfg
