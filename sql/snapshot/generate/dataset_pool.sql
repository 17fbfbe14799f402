-- The pool of input datasets: the more tasks, the more datasets. A number says the
-- kind: 10,000,000 per kind.
create or replace temp table world_dataset_pool as
with
    pool as (
        select
            world_kind.kind,
            world_kind.scope,
            world_kind.tail,
            world_kind.mb_low,
            world_kind.mb_high,
            world_kind.events_low,
            world_kind.events_high,
            world_kind.files_low,
            world_kind.files_high,
            world_kind.copies,
            world_kind.tape_chance,
            world_kind.virtual_chance,
            10000000 * world_kind.kind_no + member.no as dataset_no
        from world_kind
        cross join
            unnest(
                range(
                    greatest(8, whole(world_kind.pool_part * getvariable('n_tasks')))
                )
            ) as member(no)
    )

select
    *,
    whole(log_between(u('n_files', dataset_no), files_low, files_high + 1)) as n_files,
    log_between(u('file_mb', dataset_no), mb_low, mb_high) as file_mb,
    whole(
        log_between(u('file_events', dataset_no), events_low, events_high)
    ) as events_per_file,
    kind in ('RAW', 'AOD', 'DAOD', 'NTUP')
    and u('is_container', dataset_no) < 0.15 as is_container
from pool
;
