-- title: queue length that a user may have at a queue, with every step of it
-- grain: jedi_task_id, chunk_no, round, pseudo_queue
-- source: C321, C322, C324, C325, C326, C327
-- differs: the rate of starts is that of the share in the running system, the row of
-- the total is a user
-- note: a user without jobs has none queued, a share without users has one
select
    user_pair.*,
    user_pair.n_queued >= cfg.base_queue_length_per_pq
    and user_pair.n_queued
    >= cfg.base_expected_wait_hour_on_pq * user_pair.n_starts_per_hour as is_long_enough,
    greatest(
        cfg.base_queue_length_per_pq,
        cfg.static_max_queue_running_ratio * user_pair.n_users_running,
        cfg.max_expected_wait_hour * user_pair.n_starts_per_hour
    ) as max_queue,
    greatest(
        1::double / user_pair.n_users,
        case
            when user_pair.n_users_running > 0
            then user_pair.n_user_running::double / user_pair.n_users_running
            else 0
        end
    ) as user_part,
    greatest(
        cfg.base_default_queue_length_per_pq_user,
        cfg.base_queue_ratio_on_pq * user_pair.n_users_running,
        max_queue * user_part
    ) as max_user_queue
from user_pair
cross join cfg
