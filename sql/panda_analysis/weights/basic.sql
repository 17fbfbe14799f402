-- title: class of the site and length of the user's queue there, or running over queued
-- source: C330
-- nulls: no jobs count as 0
-- differs: the original weight on the page, the new one in the running system, with a
-- small number added (9, rows 1 and 43)
select
    weighed_pair.jedi_task_id,
    weighed_pair.chunk_no,
    weighed_pair.round,
    weighed_pair.queue_name,
    case
        when cfg.basic_weight = 'new'
        then pair_site.site_weight * pair_site.queue_weight
        else (pair_running.n_running + 1) / (pair_user.n_queued + 1)::double
    end
    + case when cfg.data_weight then cfg.least_weight else 0 end as basic
from weighed_pair
inner join pair_site using (jedi_task_id, chunk_no, round, queue_name)
inner join pair_running using (jedi_task_id, chunk_no, queue_name)
inner join pair_user using (jedi_task_id, chunk_no, round, queue_name)
cross join cfg
