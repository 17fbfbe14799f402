-- title: what each queue of a chunk has after every batch of jobs, and which took it
-- grain: jedi_task_id, chunk_no, pseudo_queue, seq
-- bounds: a queue is full from its cap on
-- differs: none; each chunk is placed by itself, on the numbers of the snapshot
-- note: queues of weight 0 come first, once each; then one that is not full is drawn by
-- weight, and weighs less by what it gets; the least -ln(u) / weight is such a draw
with recursive
    batch as (
        select
            jedi_task_id,
            chunk_no,
            pseudo_queue,
            0 as seq,
            n_jobs as n_left,
            0::bigint as n_placed,
            0::bigint as n_taken
        from placeable

        union all

        (
            with
                able as (
                    select
                        batch.jedi_task_id,
                        batch.chunk_no,
                        batch.pseudo_queue,
                        least(batch.n_left, placeable.n_batch) as n_jobs,
                        - ln(batch_draw(placeable.draw_key, batch.seq, placeable.pseudo_queue))
                        * (placeable.n_queued + batch.n_placed + 1)
                        / placeable.push as delay
                    from batch
                    inner join placeable using (jedi_task_id, chunk_no, pseudo_queue)
                    where
                        batch.n_left > 0
                        and if(
                            placeable.is_bootstrap,
                            batch.n_placed = 0,
                            batch.n_placed < placeable.n_room
                        )
                    qualify
                        row_number() over (
                            partition by batch.jedi_task_id, batch.chunk_no
                            order by placeable.is_bootstrap desc, delay, placeable.rank
                        )
                        = 1
                )

            select
                batch.jedi_task_id,
                batch.chunk_no,
                batch.pseudo_queue,
                batch.seq + 1,
                batch.n_left - able.n_jobs,
                batch.n_placed + if(batch.pseudo_queue = able.pseudo_queue, able.n_jobs, 0),
                if(batch.pseudo_queue = able.pseudo_queue, able.n_jobs, 0)
            from batch
            inner join able using (jedi_task_id, chunk_no)
        )
    )

select batch.*
from batch
where n_taken > 0
