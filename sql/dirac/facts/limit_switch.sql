-- title: whether limits and delays act: as the configuration says, else as usual
-- grain: vo, kind
-- source: DIRAC's options CheckJobLimits and CheckMatchingDelay
-- nulls: for the empty vo, which rows of tables are of, any vo has a say
with
    switch as (
        select 'RunningLimit' as kind, 'CheckJobLimits' as path, check_job_limits as is_usual
        from cfg
        union all
        select 'MatchingDelay', 'CheckMatchingDelay', check_matching_delay
        from cfg
    ),
    placed as (
        select vo
        from known_vo
        union
        select vo
        from placed_option
    )

select placed.vo, switch.kind, coalesce(cfg_flag(placed_option.value), switch.is_usual) as is_on
from placed
cross join switch
cross join cfg
left join
    placed_option
    on switch.path = placed_option.path
    and (placed.vo = '' or placed_option.vo in ('', placed.vo))
    and placed_option.value is not null
qualify
    row_number() over (
        partition by placed.vo, switch.kind
        order by
            placed_option.vo = '',
            placed_option.setup = '',
            placed_option.setup <> compared_name(cfg.default_setup, cfg.collation),
            placed_option.text_no,
            placed_option.line_no
    )
    = 1
