-- title: the last request that was answered, and how many were
-- grain: one row
select max(seq) as last_seq, count(*) as n_requests from served
