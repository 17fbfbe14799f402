-- One row per queue or nucleus about which log and brokersql differ, with the first
-- cause that holds; and one without a queue where only the outcome differs.
create or replace temp table difference as
with
    -- a queue falls at a stage when each of its pseudo queues has failed by then, and
    -- the criterion of the log is among what one of them fails
    stages as (
        select *, max(step) over (partition by policy, label) as last_step
        from our_criterion
    ),
    steps as (
        select policy, criterion, max(last_step) as last_step
        from stages
        group by policy, criterion
    ),
    fallen as (
        select
            log_pair.decision_no,
            log_pair.name,
            log_pair.criterion,
            log_pair.stage,
            log_pair.text,
            count(our_pair.queue_name) as n_pairs,
            coalesce(
                bool_and(
                    our_pair.weight is null
                    and (
                        log_pair.stage like 'temporary problem%'
                        or steps.last_step is null
                        or our_pair.excluded_step <= steps.last_step
                        or list_contains(our_pair.failing, log_pair.criterion)
                    )
                    or our_pair.weighed_as = log_pair.criterion
                ),
                false
            )
            and coalesce(
                bool_or(
                    list_contains(our_pair.failing, log_pair.criterion)
                    or our_pair.excluded_by = log_pair.criterion
                    or our_pair.weighed_as = log_pair.criterion
                ),
                false
            ) as agrees,
            bool_or(our_pair.rank is not null) as is_chosen,
            bool_or(our_pair.weight is not null) as is_weighed,
            steps.last_step is null
            and log_pair.criterion not in ('-cap', '-cap_rt', '-low_weight', '-below_min_weight')
            as is_unknown,
            arg_max(
                coalesce(our_pair.excluded_by, our_pair.weighed_as),
                coalesce(our_pair.excluded_step, 1000000)
            ) as ours,
            arg_max(our_pair.excluded_detail, our_pair.excluded_step) as our_detail
        from log_pair
        inner join matched using (decision_no)
        left join
            our_pair
            on log_pair.decision_no = our_pair.decision_no
            and log_pair.name in (our_pair.queue_name, our_pair.unified_name)
        left join
            steps
            on matched.policy = steps.policy
            and log_pair.criterion = steps.criterion
        where log_pair.kind = 'skip'
        group by all
    ),
    skips as (
        select
            decision_no,
            name,
            first(criterion order by agrees, stage) as criterion,
            first(stage order by agrees, stage) as stage,
            first(text order by agrees, stage) as text,
            first(ours order by agrees, stage) as ours,
            first(our_detail order by agrees, stage) as our_detail,
            max(n_pairs) as n_pairs,
            bool_or(is_chosen) as is_chosen,
            bool_or(is_weighed) as is_weighed,
            first(is_unknown order by agrees, stage) as is_unknown,
            bool_or(agrees) as agrees
        from fallen
        group by decision_no, name
    ),
    raw as (
        -- the log drops, brokersql keeps or drops for another reason
        select
            decision_no,
            name as queue_name,
            criterion as theirs,
            coalesce(ours, 'keeps') as ours,
            case
                when n_pairs = 0
                then 'not in snapshot'
                when is_unknown
                then 'unknown'
                when
                    is_weighed
                    and criterion in ('-cap', '-cap_rt', '-low_weight', '-below_min_weight')
                then 'cut'
                else 'stage'
            end as cause,
            case
                when n_pairs = 0
                then 'no such queue'
                when is_unknown
                then format('{}: brokersql has no check that says {}', stage, criterion)
                else
                    format(
                        '{}: log says {}, brokersql {}',
                        stage,
                        criterion,
                        if(is_chosen or ours is null, 'keeps', 'says ' || ours)
                    )
            end as detail,
            text as log_text,
            our_detail,
            null::double as their_weight,
            null::double as our_weight
        from skips
        where not agrees
        union all
        -- the log uses, brokersql does not, or with another weight
        select
            log_pair.decision_no,
            log_pair.name,
            '+use',
            coalesce(
                our_pair.excluded_by, our_pair.weighed_as, if(our_pair.queue_name is null, 'absent', '+use')
            ),
            case
                when our_pair.queue_name is null
                then 'not in snapshot'
                when our_pair.excluded_by is not null and our_pair.weight is null
                then 'stage'
                when not is_same_weight(log_pair.weight, our_pair.weight, matched.broker)
                then 'weight'
                else 'cut'
            end,
            case
                when our_pair.queue_name is null
                then 'no such queue'
                when our_pair.excluded_by is not null and our_pair.weight is null
                then
                    format(
                        '{}: brokersql says {}, log keeps',
                        (
                            select any_value(label)
                            from our_criterion
                            where
                                our_criterion.policy = matched.policy
                                and our_criterion.criterion = our_pair.excluded_by
                        ),
                        our_pair.excluded_by
                    )
                when not is_same_weight(log_pair.weight, our_pair.weight, matched.broker)
                then
                    format(
                        'log weighs {}, brokersql {}',
                        coalesce(log_pair.weight::varchar, 'nothing that can be read'),
                        coalesce(our_pair.weight::varchar, 'nothing')
                    )
                else 'the same weight, others were chosen'
            end,
            log_pair.text,
            our_pair.excluded_detail,
            log_pair.weight,
            our_pair.weight
        from log_pair
        inner join matched using (decision_no)
        left join
            our_pair
            on log_pair.decision_no = our_pair.decision_no
            and log_pair.name = our_pair.queue_name
        where
            log_pair.kind = 'use'
            and (
                our_pair.queue_name is null
                or our_pair.weight is null
                or not is_same_weight(log_pair.weight, our_pair.weight, matched.broker)
                or (matched.broker <> 'task' and our_pair.rank is null)
            )
        union all
        -- brokersql uses, the log says nothing of it
        select
            our_pair.decision_no,
            our_pair.queue_name,
            'no line',
            '+use',
            if(matched.outcome = 'chosen' and our_pair.weight is not null, 'cut', 'unknown'),
            'brokersql chooses it, the log has no line about it',
            null,
            null,
            null,
            our_pair.weight
        from our_pair
        inner join matched using (decision_no)
        where
            our_pair.rank is not null
            and matched.broker <> 'task'
            and matched.outcome in ('chosen', 'none')
            and not exists (
                select 1
                from log_pair
                where
                    log_pair.decision_no = our_pair.decision_no
                    and log_pair.name in (our_pair.queue_name, our_pair.unified_name)
            )
        union all
        -- the nucleus is another one, by chance where all weights agree
        select
            matched.decision_no,
            matched.nucleus,
            '+set',
            our_result.nucleus,
            'draw',
            format(
                'the log draws {}, brokersql {}; the chance of the log''s is {}%',
                matched.nucleus,
                our_result.nucleus,
                round(
                    100 * (
                        select
                            max(weight) filter (where queue_name = matched.nucleus)
                            / nullif(fsum(weight order by queue_name), 0)
                        from our_pair
                        where our_pair.decision_no = matched.decision_no
                    ),
                    1
                )
            ),
            null,
            null,
            null,
            null
        from matched
        inner join our_result using (policy, jedi_task_id, chunk_no)
        where matched.broker = 'task' and matched.nucleus <> our_result.nucleus
    ),
    outcomes as (
        select
            matched.decision_no,
            null::varchar as queue_name,
            matched.outcome as theirs,
            coalesce(our_result.criterion, our_result.status) as ours,
            if(
                matched.has_task and our_result.status is not null, 'unknown', 'not in snapshot'
            ) as cause,
            case
                when not matched.has_task
                then 'the task is not in the snapshot'
                when our_result.status is null
                then 'the chunk is not in the snapshot'
                else
                    format(
                        'log: {}; brokersql: {}',
                        coalesce(matched.refusal, matched.outcome),
                        coalesce(our_result.reason, our_result.status)
                    )
            end as detail
        from matched
        left join our_result using (policy, jedi_task_id, chunk_no)
        where
            matched.outcome in ('chosen', 'none')
            and (matched.outcome = 'chosen') is distinct from (our_result.status = 'assigned')
    ),
    explained as (
        -- of a decision that is not in the snapshot nothing else is to be told apart
        select *
        from raw
        where
            decision_no not in (select decision_no from outcomes where cause = 'not in snapshot')
    ),
    all_differences as (
        from explained
        union all by name
        from outcomes
        where decision_no not in (select decision_no from explained)
    )

select
    matched.decision_no,
    matched.policy,
    matched.jedi_task_id,
    matched.chunk_no,
    all_differences.queue_name,
    all_differences.theirs,
    all_differences.ours,
    case
        when all_differences.cause = 'not in snapshot'
        then 'not in snapshot'
        when matched.modification_time > matched.log_time
        then 'stale'
        when
            all_differences.theirs = '-status'
            and regexp_extract(all_differences.log_text, 'status=(\w+)', 1) <> queue.status
        then 'stale'
        when
            all_differences.cause in ('stage', 'weight')
            and exists (
                from table_source
                where snapshot_table = 'input_chunk' and len(estimated_columns) > 0
            )
            and (
                all_differences.cause = 'weight' and matched.broker = 'analysis'
                or list_has_any(
                    [all_differences.theirs, all_differences.ours],
                    ['-disk', '-longwalltime', '-shortwalltime', '-scout_walltime',
                     '-min_walltime']
                )
            )
        then 'estimated chunk'
        when
            all_differences.cause = 'weight'
            and weight_input.input = 'nQueued'
            and weight_input.theirs > weight_input.ours
        then 'live counter'
        else all_differences.cause
    end as cause,
    case
        when all_differences.cause = 'cut' and our_pair.weight = cuts.least_weight
        then format('tie at the cut: others have the weight {} too', our_pair.weight)
        when all_differences.cause = 'weight' and weight_input.input is not null
        then
            format(
                '{}; {}: log {}, brokersql {}',
                all_differences.detail,
                weight_input.input,
                weight_input.theirs,
                weight_input.ours
            )
        else all_differences.detail
    end as detail,
    all_differences.log_text,
    all_differences.our_detail
from all_differences
inner join matched using (decision_no)
left join
    (
        select decision_no, min(weight) as least_weight
        from our_pair
        where rank is not null
        group by decision_no
    ) as cuts
    on all_differences.decision_no = cuts.decision_no
left join
    weight_input
    on all_differences.decision_no = weight_input.decision_no
    and all_differences.queue_name = weight_input.name
left join queue on all_differences.queue_name = queue.queue_name
left join
    our_pair
    on all_differences.decision_no = our_pair.decision_no
    and all_differences.queue_name = our_pair.queue_name
where matched.outcome in ('chosen', 'none')
;
