-- title: how evenly global shares have what they are meant to have: 1 is exactly
-- grain: snapshot_id
-- nulls: shares without a target, or with nothing that runs or waits, do not count
-- note: Jain's index (sum x)^2 / (n sum x^2) of used / target
select
    share_state.snapshot_id,
    share_state.snapshot_time,
    count(*) as n_shares,
    steady(
        fsum(share_state.used_ratio order by share_state.used_ratio)
        * fsum(share_state.used_ratio order by share_state.used_ratio)
        / nullif(
            count(*) * fsum(
                share_state.used_ratio * share_state.used_ratio
                order by share_state.used_ratio
            ),
            0
        )
    ) as jain_index
from share_state
where share_state.is_wanted and share_state.used_ratio is not null
group by share_state.snapshot_id, share_state.snapshot_time
