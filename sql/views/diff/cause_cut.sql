-- title: a moved queue of equal weight that one run chose and the other cut, and how
-- grain: snapshot_id, policy, jedi_task_id, chunk_no, queue_name
with listed as (select both_candidate.* exclude (rank, weight) from both_candidate)

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
anti join
    listed
    on cut.side = listed.side
    and cut.snapshot_id = listed.snapshot_id
    and cut.policy = listed.policy
    and cut.jedi_task_id = listed.jedi_task_id
    and cut.chunk_no = listed.chunk_no
    and cut.queue_name = listed.queue_name
