-- title: pairs of a chunk and a queue, or of a task and a nucleus, each in its last round
-- grain: one row
select count(*) * (select count(*) from x_partner) as n_pairs from reported_unit where is_last
