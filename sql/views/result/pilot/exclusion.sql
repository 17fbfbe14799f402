-- title: the reported reason of every task queue that is not for a pilot
with
    left_out as (
        select
            reported.seq,
            reported.tq_id,
            criterion.step,
            criterion.criterion,
            criterion.class,
            reported.detail
        from reported
        inner join criterion using (bit)
        union all
        select
            survivor.seq,
            survivor.tq_id,
            cap_hit.step,
            cap_hit.criterion,
            cap_hit.class,
            cap_hit.detail
        from cap_hit
        inner join survivor using (pair_no)
    )

select getvariable('policy') as policy, seq, tq_id, step::integer as step, criterion, class, detail
from left_out
order by seq, tq_id
