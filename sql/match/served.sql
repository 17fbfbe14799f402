-- title: the requests that can be answered before something else has to be looked at
-- grain: seq
-- note: $1 is how many task queues were drawn for each; one that they are not enough
-- for is looked at again, and so are all after it
with
    cuts as (
        select held.seq
        from held
        inner join block using (seq)
        inner join class_depth on block.class_id = class_depth.class_id
        where held.preference > $1 and class_depth.n_open > $1
        union all
        select held.seq + 1
        from held
        cross join cfg
        where cfg.recalc = 'on_tq_change' and held.turn = held.n_jobs_before
        union all
        select seq
        from restraint_cut
    ),
    cut as (select coalesce(min(seq), 9223372036854775807) as seq from cuts)

select held.seq, held.tq_id, coalesce(held.turn = held.n_jobs_before, false) as is_last
from held
inner join cut on held.seq < cut.seq
