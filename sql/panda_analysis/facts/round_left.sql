-- title: queues left in each round
-- grain: unit_no
-- source: spec/analysis-and-software.md 1.3
select survivor.unit_no, count(*) as n_left from survivor group by survivor.unit_no
