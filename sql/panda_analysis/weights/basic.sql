-- title: class of the site and length of the user's queue there, or running over queued
-- source: C330
-- nulls: no jobs count as 0
-- differs: the original weight on the page, the new one in the running system, with a
-- small number added (9, rows 1 and 43)
select
    kept_pair.pair_no,
    case
        when cfg.basic_weight = 'new'
        then pair_site.site_weight * pair_site.queue_weight
        else (pair_running.n_running + 1) / (pair_user.n_queued + 1)::double
    end
    + case when cfg.data_weight then cfg.least_weight else 0 end as basic
from kept_pair
inner join pair_site using (pair_no)
inner join pair_running using (pair_no)
inner join pair_user using (pair_no)
cross join cfg
