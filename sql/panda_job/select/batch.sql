-- title: what each queue of a chunk has after every batch of jobs, and which took it
-- grain: pair_no, seq
-- bounds: a queue is full from its cap on
-- differs: none; each chunk is placed by itself, on the numbers of the snapshot
-- note: queues of weight 0 come first, once each; then one that is not full is drawn by
-- weight, and weighs less by what it gets; the least -ln(u) / weight is such a draw
with recursive

    batch as (
        select
            unit_no,
            pair_no,
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
                        batch.unit_no,
                        batch.pair_no,
                        least(batch.n_left, placeable.n_batch) as n_jobs,
                        - ln(
                            batch_draw(
                                placeable.draw_key, batch.seq, placeable.queue_name
                            )
                        )
                        * (placeable.n_queued + batch.n_placed + 1)
                        / placeable.push as delay
                    from batch
                    inner join placeable using (pair_no)
                    where
                        batch.n_left > 0
                        and if(
                            placeable.is_bootstrap,
                            batch.n_placed = 0,
                            batch.n_placed < placeable.n_room
                        )
                    qualify
                        row_number() over (
                            partition by batch.unit_no
                            order by placeable.is_bootstrap desc, delay, placeable.rank
                        )
                        = 1
                )

            select
                batch.unit_no,
                batch.pair_no,
                batch.seq + 1,
                batch.n_left - able.n_jobs,
                batch.n_placed + if(batch.pair_no = able.pair_no, able.n_jobs, 0),
                if(batch.pair_no = able.pair_no, able.n_jobs, 0)
            from batch
            inner join able using (unit_no)
        )
    )

select batch.*
from batch
where n_taken > 0
