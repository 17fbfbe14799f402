-- title: a moved queue of equal weight that one run chose and the other cut, and how
-- grain: snapshot_id, policy, jedi_task_id, chunk_no, queue_name
select
    moved.*,
    'cut' as kind,
    cut.criterion as cause,
    coalesce(
        (
            select min(both_criterion.step)
            from both_criterion
            where both_criterion.policy = cut.policy and both_criterion.criterion = cut.criterion
        ),
        0
    ) as step
from moved
inner join both_weighed as cut using (snapshot_id, policy, jedi_task_id, chunk_no, queue_name)
anti join both_candidate using (side, snapshot_id, policy, jedi_task_id, chunk_no, queue_name)
