-- Where the datasets of the tasks stand: some copies on disk, some on tape, some
-- virtual. part is the fraction of files that is there, NULL where nobody knows.
create or replace temp table world_replica as
with
    used as (
        select distinct
            world_dataset.dataset_no,
            world_dataset.copies,
            world_dataset.tape_chance
        from world_task_dataset
        inner join
            world_dataset using (dataset_no)
    ),
    slots as (
        select
            used.dataset_no,
            used.tape_chance,
            slot.no as slot_no,
            100 * used.dataset_no + slot.no as slot_key
        from used
        cross join unnest(range(whole(2 * used.copies) + 1)) as slot(no)
        where
            slot.no = 0
            or u('copy', 100 * used.dataset_no + slot.no) < 0.5
    ),
    placed as (
        select slots.*, world_disk.ddm_endpoint_name
        from
            (
                select *, u('copy_place', slot_key) as place_draw
                from slots
                where
                    u('only_tape', dataset_no) >= 0.06
                    or u('on_tape', dataset_no) >= tape_chance
            ) as slots
        asof join world_disk on slots.place_draw >= world_disk.low
    ),
    on_disk as (
        select
            dataset_no,
            ddm_endpoint_name,
            case
                when min(slot_no) = 0 and u('whole_copy', dataset_no) < 0.97
                then 1
                when u('known_copy', min(slot_key)) < 0.01
                then null
                when u('whole_copy', min(slot_key)) < 0.85
                then 1
                else u('copy_part', min(slot_key))
            end as part
        from placed
        group by dataset_no, ddm_endpoint_name
    )

select dataset_no, ddm_endpoint_name, false as is_vp, part::double as part
from on_disk
;
