-- title: the software and hardware question that each analysis task asks of a queue
-- grain: jedi_task_id
-- differs: a base platform asks for a container on the page only
-- note: the columns of software_question, and branch; of two questions of a release
-- only the first can accept a queue
with

    branches as (
        select
            jedi_task_id,
            architecture,
            container_name,
            has_split_rule(split_rule, 'OT') as only_tags,
            trans_uses,
            string_split(cache_of(trans_home), '-') as pieces,
            analysis_branch(trans_home, cache_of(trans_home), trans_uses) as branch
        from task
        where
            prod_source_label in ('user', 'panda')
            and jedi_task_id in (select input_chunk.jedi_task_id from input_chunk)
    )

select
    branches.jedi_task_id,
    branches.architecture,
    branches.branch,
    case
        when branches.branch in ('cache', 'release')
        then 'atlas'
        when branches.branch = 'nightly'
        then 'nightlies'
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
    branches.branch <> 'release'
    or branches.trans_uses is not null
    or len(branches.pieces) = 2 as is_auto_asked,
    false as is_any_refused
from branches
cross join cfg
