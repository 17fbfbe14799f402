-- title: of which user priority the job of each request is
-- grain: seq
-- source: T041
-- note: the least of the draws of n jobs is drawn at once
with
    classes as (
        select
            tq_id,
            list(user_priority order by user_priority) as priorities,
            list(real_priority order by user_priority) as weights,
            list(n_jobs order by user_priority) as counts,
            list(draw_key order by user_priority) as draw_keys
        from open_class
        where n_jobs > 0 and tq_id in (select served.tq_id from served)
        group by tq_id
    ),
    draws as (
        select
            served.tq_id,
            list(served.seq order by served.seq) as seqs,
            list(
                list_transform(classes.draw_keys, lambda draw_key:drawn(block.draw_key, draw_key))
                order by served.seq
            ) as draws
        from served
        inner join block using (seq)
        inner join classes using (tq_id)
        where block.job_id is null
        group by served.tq_id
    ),
    taken_in_turn as (
        select
            draws.seqs,
            classes.priorities,
            list_reduce(
                draws.draws,
                lambda state,
                draw:class_taken(state, draw, classes.weights),
                {'counts':classes.counts, 'chosen':[]::bigint[]}
            ).chosen as chosen
        from draws
        inner join classes using (tq_id)
    )

select
    unnest(seqs) as seq,
    unnest(list_transform(chosen, lambda place:priorities[place])) as user_priority
from taken_in_turn
