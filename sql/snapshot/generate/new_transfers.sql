-- Files queued and done on the synthetic links, and the time of all metrics: 2 % of
-- the links are too old to count. Two destinations are hot.
insert into network_metric by name
with
    activities(place, activity, part) as (
        values
            (1, 'Production Output', 1),
            (2, 'Production Input', 1.1),
            (3, 'Functional Test', 1.1),
            (4, 'Data Consolidation', 0.55),
            (5, 'Analysis Input', 0.35),
            (6, 'User Subscriptions', 0.1),
            (7, 'Express', 0.02)
    ),
    transfers as (
        select
            new_rate.src_site,
            new_rate.dst_site,
            activities.activity,
            8 * new_rate.link_no + activities.place as row_key,
            u('hot', new_rate.link_no % 100000) as hot_draw
        from new_rate
        cross join activities
        where
            u('active', 8 * new_rate.link_no + activities.place)
            < new_rate.chance_queued * activities.part
    ),
    counted as (
        select
            *,
            exp(2.39 + 1.6 * normal(u('queued', row_key), now_u('queued', row_key)))
            * (case when hot_draw < 0.03 then 30 when hot_draw < 0.05 then 5 else 1 end) as n_queued,
            exp(2.88 + 1.7 * normal(u('done', row_key), now_u('done', row_key))) as n_done
        from transfers
    )

select src_site, dst_site, activity || '_queued' as key, least(4000, whole(n_queued)) as value
from counted
union all
select src_site, dst_site, activity || '_done_6h' as key, least(6000, whole(n_done)) as value
from counted
union all
select
    src_site,
    dst_site,
    activity || '_done_1h' as key,
    least(6000, whole(n_done * 0.3 * now_u('done_hour', row_key))) as value
from counted
;

update network_metric
set
    ts = snapshot.snapshot_time
    - to_seconds(
        whole(
            if(u('late', key_of(src_site || '/' || dst_site)) < 0.02, 5000, 2400)
            * (0.5 + 0.5 * now_u('age', key_of(src_site || '/' || dst_site)))
        )
    )
from snapshot
;
