-- title: how many task queues fit a request but for limits
-- grain: one row
select count(distinct tq_id) as n_queues from limitable
