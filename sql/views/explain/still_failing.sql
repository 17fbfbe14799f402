-- title: with a move, what rejects the tasks that one other criterion alone kept away
-- grain: bit
select distinct criterion.bit
from pair_before
inner join nearest_pair using (jedi_task_id)
inner join criterion on nearest_pair.reject_mask >> criterion.bit & 1 = 1
where
    pair_before.is_barred
    and pair_before.n_failing = 1
    and pair_before.bit = ?
    and criterion.bit <> pair_before.bit
