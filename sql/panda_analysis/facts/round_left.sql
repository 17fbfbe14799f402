-- title: queues left in each round
-- grain: unit_no
select survivor.unit_no, count(*) as n_left from survivor group by survivor.unit_no
