-- Which datasets a task reads: slot 1 the master input, 2 and 3 minimum bias of
-- pile-up, 4 a database release, 7 pre-merged output.
create or replace temp table world_task_dataset as
with
    masters as (
        select
            jedi_task_id,
            1 as slot,
            dataset_no,
            case when dataset_no is null then 'pseudo_input' else 'input' end as type,
            null as attributes
        from world_task_kind
    ),
    minimum_bias as (
        select
            world_task_kind.jedi_task_id,
            slots.slot,
            80000000
            + 4 * (slots.slot - 2)
            + whole(4 * u('minimum_bias', world_task_kind.task_no)) as dataset_no,
            'input' as type,
            'nosplit,repeat,ratio=1' as attributes
        from world_task_kind
        cross join (values (2), (3)) as slots(slot)
        where world_task_kind.processing_type = 'pile'
    ),
    releases as (
        select
            jedi_task_id,
            4 as slot,
            90000000 + whole(8 * u('release', task_no)) as dataset_no,
            'input' as type,
            'nosplit,repeat,manytime' as attributes
        from world_task_kind
        where not is_user and dataset_no is not null and u('has_release', task_no) < 0.04
    ),
    premerged as (
        select
            jedi_task_id,
            7 as slot,
            dataset_no,
            'trn_output' as type,
            null as attributes
        from world_premerged
    )

select *, 10 * jedi_task_id + slot as dataset_id
from masters
union all
select *, 10 * jedi_task_id + slot as dataset_id
from minimum_bias
union all
select *, 10 * jedi_task_id + slot as dataset_id
from releases
union all
select *, 10 * jedi_task_id + slot as dataset_id
from premerged
;
