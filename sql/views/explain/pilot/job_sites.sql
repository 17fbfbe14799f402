-- title: pilots by site, how many may draw from a task queue, and why others may not
-- note: as if each pilot came first; in the cycle n_drew got a job of it, none if $2 is
-- false
with
    pilots as (
        select
            coalesce(array_to_string(request.sites, ', '), 'no site') as site,
            request.seq,
            gate_hit.criterion as refusal,
            cap_hit.criterion as loss,
            ladder.criterion,
            eligible.is_top,
            draw_chance.chance,
            $2 and match.tq_id is not distinct from $1 as has_drawn
        from request
        inner join verdict on request.seq = verdict.seq and verdict.tq_id = $1
        left join gate_hit on request.seq = gate_hit.seq
        left join ladder on reported_bit(verdict.reject_mask) = ladder.bit
        left join survivor on request.seq = survivor.seq and survivor.tq_id = $1
        left join cap_hit on survivor.pair_no = cap_hit.pair_no
        left join eligible on request.seq = eligible.seq and eligible.tq_id = $1
        left join draw_chance on request.seq = draw_chance.seq and draw_chance.tq_id = $1
        left join match on request.seq = match.seq
    ),
    by_pilot as (
        select
            site,
            coalesce(
                refusal, criterion, loss, case when not is_top then '-higher_cpu' end
            ) as why_not,
            count(*) as n_pilots,
            count(chance) as n_could,
            count(*) filter (where has_drawn) as n_drew,
            sum(chance) as chances
        from pilots
        group by all
    )

select
    site,
    sum(by_pilot.n_pilots)::bigint as n_pilots,
    sum(by_pilot.n_could)::bigint as n_could,
    sum(n_drew)::bigint as n_drew,
    sum(chances) / nullif(sum(by_pilot.n_could), 0) as chance,
    arg_max(why_not, (by_pilot.n_pilots, why_not)) filter (where why_not is not null) as why_not
from by_pilot
group by site
order by n_pilots desc, site
