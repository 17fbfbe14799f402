-- title: task queues of all pilots that each check took, by criterion
-- grain: line_no, criterion
select
    pilot_pair.line_no,
    pilot_pair.label,
    pilot_pair.criterion,
    pilot_pair.class,
    count(*) as n_cut
from pilot_pair
where pilot_pair.policy = ? and pilot_pair.outcome = 'rejected'
group by pilot_pair.line_no, pilot_pair.label, pilot_pair.criterion, pilot_pair.class
order by pilot_pair.line_no, n_cut desc, pilot_pair.criterion
