-- title: the next requests to look at together, and whether priorities are due before
-- grain: one row; none where no request waits
-- source: spec/dirac.md 4.3, recalculation points
-- bounds: with every_n the first request whose number is a multiple of n, or above,
-- bounds: sees new priorities
-- note: $1 is the least number, $2 the greatest, $3 how many to look at together
with
    waiting as (
        select asking.seq
        from asking
        where asking.seq between $1 and $2
        order by asking.seq
        limit $3
    ),

    bounds as (
        select min(waiting.seq) as first_seq, max(waiting.seq) as last_seq
        from waiting
    )

select
    bounds.first_seq,
    case cfg.recalc
        when 'each_match'
        then bounds.first_seq
        when 'every_n'
        then
            least(
                bounds.last_seq,
                (round_of(bounds.first_seq, cfg.recalc_every) + 1) * cfg.recalc_every - 1
            )
        else bounds.last_seq
    end as last_seq,
    case cfg.recalc
        when 'each_match'
        then bounds.first_seq > recalculated.seq
        when 'on_tq_change'
        then (select count(*) from drained) > 0
        when 'every_n'
        then
            round_of(bounds.first_seq, cfg.recalc_every)
            > round_of(recalculated.seq, cfg.recalc_every)
        else false
    end as is_due
from bounds
cross join recalculated
cross join cfg
where bounds.first_seq is not null
