-- Names of the datasets of the pool, and the parts of the containers among them.
create or replace temp table world_dataset as
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
from world_dataset_pool
;
