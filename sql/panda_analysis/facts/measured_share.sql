-- title: use of each share, as it was measured last
-- grain: queue_name
-- source: C279
-- nulls: a use without a time counts as none
-- note: how long a use counts is up to those who read it
with
    latest as (
        select
            queue_name,
            arg_max(
                struct_pack(
                    usage_time := usage_time,
                    usage_perc := usage_perc,
                    eqiv_usage_perc := eqiv_usage_perc
                ),
                (usage_time, usage_perc, eqiv_usage_perc)
            ) as measured
        from work_queue
        where (is_global_share or queue_id is null) and usage_time is not null
        group by queue_name
    )

select queue_name, measured.usage_time, measured.usage_perc, measured.eqiv_usage_perc
from latest
