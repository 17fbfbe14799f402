-- title: the share and the disk quota that may throttle some analysis tasks
-- grain: jedi_task_id, criterion, what
-- source: C278
-- nulls: a limit of NULL is none, also for merging; a use of NULL is not known, or too
-- old to count
with
    asked as (
        select
            analysis_task.jedi_task_id,
            analysis_task.gshare,
            analysis_task.account,
            bool_and(analysis_chunk.is_merging) as is_merging
        from analysis_task
        inner join analysis_chunk using (jedi_task_id)
        where list_contains($1::bigint[], analysis_task.jedi_task_id)
        group by all
    )

select
    asked.jedi_task_id,
    '-throttle_share' as criterion,
    concat(
        'share, class ', coalesce(['C', 'B', 'A', 'S'][task_class.class + 2], 'not known')
    ) as what,
    task_class.usage_percent as value,
    [cfg.class_c_usage, cfg.class_b_usage, cfg.class_a_usage / nullif(task_class.slot_ratio, 0)][
        task_class.class + 2
    ] as "limit",
    '%' as unit
from asked
inner join task_class using (jedi_task_id)
cross join cfg
where asked.gshare = 'User Analysis'
union all
select
    asked.jedi_task_id,
    unnest(['-throttle_quota', '-throttle_near_quota', '-throttle_quota_lookup']),
    unnest(['disk', 'disk, but for merging', 'failed look-ups of the quota']),
    unnest([account_quota.used_tb, account_quota.used_tb, account_quota.is_unknown::int]),
    unnest(
        [
            account_quota.limit_tb,
            if(asked.is_merging, null, cfg.near_quota * account_quota.limit_tb),
            0
        ]
    ),
    unnest(['TB', 'TB', 'look-ups'])
from asked
inner join account_quota using (account)
cross join cfg
order by jedi_task_id, criterion = '-throttle_share' desc, what, criterion
