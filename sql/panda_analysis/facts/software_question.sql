-- title: what each analysis task asks of a queue: a release, a nightly, a platform
-- grain: jedi_task_id
-- source: C299
-- differs: a base platform asks for a container on the page only; a pre-assigned task
-- is not checked in the running system
-- note: the cache is trans_home behind its first dash; one without a dash crashes the
-- running system and is read as standalone; of two questions of a release only the
-- first can accept a queue
with
    branches as (
        select
            task.jedi_task_id,
            task.architecture,
            task.container_name,
            has_split_rule(task.split_rule, 'OT') as only_tags,
            task.trans_home,
            task.trans_uses,
            replace(
                regexp_replace(coalesce(task.trans_home, ''), '^[^-]*-*', ''), '_', '-'
            ) as cache,
            coalesce(
                analysis_task.site_name is not null
                and list_contains(cfg.preassign_single_exempts, '-cache'),
                false
            ) as is_exempt,
            string_split(cache, '-') as pieces,
            case
                when
                    trans_home <> 'AnalysisTransforms'
                    and not is_nightly(cache)
                    and not is_three_digit(cache)
                then if(contains(cache, '-'), 'cache', 'standalone')
                when cache = '' and trans_uses is not null
                then 'release'
                when
                    is_three_digit(cache)
                    and not coalesce(regexp_matches(trans_uses, '-[0-9]+\.[0-9]+$'), false)
                then 'release'
                when trans_home is not null
                then 'nightly'
                else 'standalone'
            end as branch,
            branch = 'release' and trans_uses is not null as is_in_uses
        from task
        left join analysis_task using (jedi_task_id)
        cross join cfg
        where
            task.prod_source_label in ('user', 'panda')
            and task.jedi_task_id in (select input_chunk.jedi_task_id from input_chunk)
    )

select
    branches.jedi_task_id,
    branches.architecture,
    case
        when branches.branch in ('cache', 'release')
        then 'atlas'
        when branches.branch = 'nightly'
        then 'nightlies'
    end as cvmfs_tag,
    case
        when branches.is_in_uses
        then 'AtlasOffline'
        when branches.branch in ('cache', 'release')
        then branches.pieces[1]
    end as project,
    case
        when branches.is_in_uses
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
    branches.branch = 'release'
    and not branches.is_in_uses
    and len(branches.pieces) <> 2 as is_unreadable,
    false as is_any_refused,
    branches.is_exempt
from branches
cross join cfg
