-- title: the software and hardware question that each analysis task asks of a queue
-- grain: jedi_task_id
-- source: spec/analysis-and-software.md 2.5; same columns as software_question
-- differs: a base platform asks for a container on the page only (9, row 20)
with

    homes as (
        select
            task.jedi_task_id,
            task.architecture,
            task.container_name,
            has_split_rule(task.split_rule, 'OT') as only_tags,
            task.trans_home,
            task.trans_uses,
            replace(
                regexp_replace(coalesce(task.trans_home, ''), '^[^-]*-*', ''), '_', '-'
            ) as cache
        from task
        where
            task.prod_source_label in ('user', 'panda')
            and task.jedi_task_id in (select input_chunk.jedi_task_id from input_chunk)
    ),

    branches as (
        select
            homes.*,
            case
                when
                    homes.trans_home <> 'AnalysisTransforms'
                    and not is_nightly(homes.cache)
                    and not is_three_digit(homes.cache)
                then if(homes.cache like '%-%', 'cache', 'standalone')
                when homes.cache = '' and homes.trans_uses is not null
                then 'release'
                when
                    is_three_digit(homes.cache)
                    and not coalesce(
                        regexp_matches(homes.trans_uses, '-[0-9]+\.[0-9]+$'), false
                    )
                then 'release'
                when homes.trans_home is not null
                then 'nightly'
                else 'standalone'
            end as branch,
            string_split(homes.cache, '-') as pieces
        from homes
    )

select
    branches.jedi_task_id,
    branches.architecture,
    branches.branch,
    case
        branches.branch
        when 'nightly'
        then 'nightlies'
        when 'standalone'
        then null
        else 'atlas'
    end as cvmfs_tag,
    case
        when branches.branch = 'release' and branches.trans_uses is not null
        then 'AtlasOffline'
        when branches.branch in ('cache', 'release')
        then branches.pieces[1]
    end as project,
    case
        when branches.branch = 'release' and branches.trans_uses is not null
        then string_split(branches.trans_uses, '-')[-1]
        when branches.branch in ('cache', 'release')
        then branches.pieces[2]
    end as version,
    branches.container_name,
    branches.only_tags,
    true as asks_platform,
    cfg.analysis_need_container as base_needs_container,
    branches.branch = 'nightly' as needs_cvmfs,
    branches.branch = 'standalone' as is_platform_only,
    not (
        branches.branch = 'release'
        and branches.trans_uses is null
        and len(branches.pieces) <> 2
    ) as is_auto_asked,
    false as is_any_refused
from branches
cross join cfg
