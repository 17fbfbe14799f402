-- title: capped pairs that go on where the caps left a chunk no queue
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- source: O053
-- bounds: the third weight goes on, the fourth does not
-- note: the best distinct weights, all pairs of each; a queue for jumbo jobs alone is
-- none for the others
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
    served as (
        select distinct open_pair.jedi_task_id, open_pair.chunk_no
        from open_pair
        inner join weighed_chunk using (jedi_task_id, chunk_no)
        where open_pair.is_open and not (open_pair.is_jumbo and weighed_chunk.is_jumbo_apart)
    )

select capped.jedi_task_id, capped.chunk_no, capped.pseudo_queue
from capped
left join served using (jedi_task_id, chunk_no)
cross join cfg
where served.jedi_task_id is null and capped.place <= cfg.best_skipped_weights
