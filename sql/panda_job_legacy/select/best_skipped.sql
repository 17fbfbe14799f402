-- title: capped pairs that go on where the caps left a chunk no queue
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- source: O053
-- bounds: the third weight goes on, the fourth does not
-- note: the best distinct weights, all pairs of each
with
    capped as (
        select
            jedi_task_id,
            chunk_no,
            pseudo_queue,
            dense_rank() over (partition by jedi_task_id, chunk_no order by weight desc) as place
        from open_pair
        where criterion = '-cap'
    ),
    served as (select distinct jedi_task_id, chunk_no from open_pair where is_open)

select capped.jedi_task_id, capped.chunk_no, capped.pseudo_queue
from capped
left join served using (jedi_task_id, chunk_no)
cross join cfg
where served.jedi_task_id is null and capped.place <= cfg.best_skipped_weights
