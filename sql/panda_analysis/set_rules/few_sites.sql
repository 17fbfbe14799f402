-- criterion: -few_sites
-- label: job cloning check
-- title: each job goes to several queues, both rounds leave fewer, and one of them none
-- class: capacity
-- source: running system
-- bounds: as many queues as asked are enough, in both rounds together; fewer are where
-- either round leaves one
-- nulls: tasks without event service or without number of sites ask for one
with
    left_over as (
        select
            remaining.jedi_task_id,
            remaining.chunk_no,
            remaining.round,
            remaining.pseudo_queue,
            analysis_task.n_sites_per_job,
            count(distinct remaining.pseudo_queue) over of_chunk as n_queues,
            min(remaining.round) over of_chunk = max(remaining.round) over of_chunk as is_one_round
        from remaining
        inner join analysis_task using (jedi_task_id)
        inner join
            chunk_round as second_round
            on remaining.jedi_task_id = second_round.jedi_task_id
            and remaining.chunk_no = second_round.chunk_no
            and second_round.round = 2
        where analysis_task.n_sites_per_job > 1
        window of_chunk as (partition by remaining.jedi_task_id, remaining.chunk_no)
    )

select
    left_over.*,
    format(
        'each job goes to {} queues: {} left, all in one round', n_sites_per_job, n_queues
    ) as detail
from left_over
where is_one_round and n_queues < n_sites_per_job
