-- title: which job of its user priority each request gets, counted from the oldest left
-- grain: seq
-- source: T043
-- differs: the window of the running system is wider
with
    draws as (
        select
            served.tq_id,
            served_class.user_priority,
            list(block.seq order by block.seq) as seqs,
            list(drawn(block.draw_key, wide_key('job', 'window')) order by block.seq) as draws
        from served_class
        inner join served using (seq)
        inner join block using (seq)
        group by served.tq_id, served_class.user_priority
    ),
    taken_in_turn as (
        select
            draws.tq_id,
            draws.user_priority,
            draws.seqs,
            list_reduce(
                draws.draws,
                lambda state,
                draw:place_taken(state, draw, open_class.n_jobs),
                {
                    'window':range(least(cfg.job_window, open_class.n_jobs)),
                    'upto':least(cfg.job_window, open_class.n_jobs),
                    'chosen':[]::bigint[]
                }
            ).chosen as places
        from draws
        inner join open_class using (tq_id, user_priority)
        cross join cfg
    )

select tq_id, user_priority, unnest(seqs) as seq, unnest(places) as place
from taken_in_turn
