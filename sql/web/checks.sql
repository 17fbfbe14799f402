-- title: queues of all decisions that each check took, by criterion
-- grain: line_no, criterion
select pair.line_no, pair.label, pair.criterion, pair.class, count(*) as n_cut
from pair
where pair.policy = ? and pair.line_no is not null
group by pair.line_no, pair.label, pair.criterion, pair.class
order by pair.line_no, n_cut desc, pair.criterion
