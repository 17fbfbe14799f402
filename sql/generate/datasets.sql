-- The pool of input datasets: the more tasks, the more datasets. A number says the
-- kind: 10,000,000 per kind.
create or replace temp table world_dataset as
with
    pool as (
        select
            world_kind.*,
            10000000 * world_kind.kind_no + member.no as dataset_no
        from world_kind
        cross join
            unnest(
                range(
                    greatest(8, whole(world_kind.pool_part * getvariable('n_tasks')))
                )
            ) as member(no)
    ),

    sized as (
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
    )

select
    dataset_no,
    kind,
    scope,
    case
        when kind = 'DBRELEASE'
        then format('ddo.{:06d}.Atlas.Ideal.DBRelease.v{:06d}', dataset_no % 10000000 + 1, 220700 + dataset_no % 10000000)
        when kind = 'NTUP'
        then format('user.user{:04d}.{:08d}.output.root', whole_between(u('owner', dataset_no), 1, 400), dataset_no)
        else
            format(
                '{}.{:06d}.{}.e{:d}_r{:d}',
                scope,
                500000 + dataset_no % 10000000,
                tail,
                whole_between(u('e_tag', dataset_no), 8000, 8999),
                whole_between(u('r_tag', dataset_no), 13000, 15999)
            )
            || (case when is_container then '' else format('_tid{:08d}_00', dataset_no) end)
    end as dataset_name,
    n_files,
    file_mb,
    events_per_file,
    is_container and n_files >= 4 as is_container,
    case
        when is_container and n_files >= 4
        then whole_between(u('n_parts', dataset_no), 2, 4)
        else 1
    end as n_parts,
    copies,
    tape_chance,
    virtual_chance
from sized
;
