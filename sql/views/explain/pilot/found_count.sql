-- title: how many task queues fit a request when it is served, and of how many it draws
-- grain: one row
select
    (select count(*) from found_queue) as n_eligible,
    (select count(*) from eligible where eligible.is_top) as n_top
