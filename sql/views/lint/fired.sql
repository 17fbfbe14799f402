-- title: how often each rule of a run fails, fails alone, and is shadowed by another
-- note: a rule without a bit counts where it is reported: weights, caps, gates, actions
with
    masks as (
        select policy, reject_mask, count(*) as n_pairs
        from verdict
        where reject_mask <> 0
        group by all
    ),
    set_bits as (
        select
            criterion.policy,
            criterion.bit,
            masks.reject_mask,
            masks.n_pairs,
            bit_count(masks.reject_mask) = 1 as is_alone
        from masks
        inner join criterion using (policy)
        where (masks.reject_mask >> criterion.bit) & 1 = 1
    ),
    counts as (
        select
            policy,
            bit,
            sum(n_pairs)::bigint as n_fails,
            coalesce(sum(n_pairs) filter (is_alone), 0)::bigint as n_alone,
            bit_and(reject_mask) as common_mask
        from set_bits
        group by all
    ),
    reported_counts as (select policy, criterion, count(*) as n_fails from reported group by all)

select
    criterion.policy,
    criterion.criterion,
    criterion.file,
    criterion.bit is not null as is_mask,
    coalesce(counts.n_fails, reported_counts.n_fails, 0) as n_fails,
    coalesce(counts.n_alone, 0) as n_alone,
    (
        select string_agg(other.criterion, ', ' order by other.step)
        from criterion as other
        where
            other.policy = criterion.policy
            and other.bit <> criterion.bit
            and (counts.common_mask >> other.bit) & 1 = 1
    ) as shadows
from criterion
left join counts using (policy, bit)
left join reported_counts using (policy, criterion)
where criterion.file is not null
order by criterion.policy, criterion.step
