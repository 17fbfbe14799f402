-- title: the next requests to look at together, and whether priorities are due before
-- grain: one row; none where no request waits
-- bounds: with every_n the first request whose number is a multiple of n, or above,
-- sees new priorities
-- note: $1 is the least number, $2 the greatest, $3 how many to look at together
-- note: recalculation points
with
    waiting as (select seq from asking where seq between $1 and $2 order by seq limit $3),
    bounds as (select min(seq) as first_seq, max(seq) as last_seq from waiting)

select
    bounds.first_seq,
    least(bounds.last_seq, last_alike(cfg.recalc, cfg.recalc_every, bounds.first_seq)) as last_seq,
    bounds.first_seq > last_alike(cfg.recalc, cfg.recalc_every, recalculated.seq)
    or (cfg.recalc = 'on_tq_change' and (select count(*) from drained) > 0) as is_due
from bounds
cross join recalculated
cross join cfg
where bounds.first_seq is not null
