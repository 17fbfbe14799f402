-- One row per value of a link. Kept: closeness, FTS throughput (MB/s, as the file
-- has it) and files queued and done per activity. Left out: bytes, totals, other
-- sources of MB/s.
create or replace temp table network_value as
with
    kept as (select link_order, link from network_link where problem is null),

    periods (period) as (values ('1h'), ('1d'), ('1w')),

    spans (span) as (values ('1h'), ('6h')),

    measured as (
        select
            link_order,
            'AGIS_closeness' as key,
            json_text(link, '$.closeness.latest') as found,
            json_time(link, '$.closeness.timestamp') as stamp
        from kept
        union all
        select
            kept.link_order,
            'dashb_mbps_' || periods.period as key,
            json_text(kept.link, '$.mbps.dashb."' || periods.period || '"') as found,
            json_time(kept.link, '$.mbps.dashb.timestamp') as stamp
        from kept
        cross join periods
        union all
        select
            kept.link_order,
            activity.key || '_queued' as key,
            json_text(activity.value, '$.latest') as found,
            json_time(activity.value, '$.timestamp') as stamp
        from kept
        cross join json_each(kept.link, '$.files.queued') as activity
        where json_type(activity.value) = 'OBJECT'
        union all
        select
            kept.link_order,
            activity.key || '_done_' || spans.span as key,
            json_text(activity.value, '$."' || spans.span || '"') as found,
            json_time(activity.value, '$.timestamp') as stamp
        from kept
        cross join json_each(kept.link, '$.files.done') as activity
        cross join spans
        where json_type(activity.value) = 'OBJECT'
    )

select
    link_order,
    key,
    found,
    case
        when isfinite(try_cast(found as double)) then try_cast(found as double)
    end as value,
    stamp
from measured
where found is not null
;
