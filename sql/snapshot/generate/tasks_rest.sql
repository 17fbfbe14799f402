-- The columns that both kinds of tasks fill alike.
update task
set
    parent_tid = case
        when u('has_parent', world.task_no) < 0.2
        then greatest(45000000, world.jedi_task_id - whole_between(u('parent', world.task_no), 1, 50))
        else world.jedi_task_id
    end,
    event_service = case
        when not world.is_user and u('event_service', world.task_no) < 0.012 then 1 else 0
    end,
    architecture = software.architecture,
    trans_home = software.trans_home,
    container_name = image.container_name,
    core_count = case
        when world.is_multi and u('any_cores', world.task_no) < 0.03 then 0 else world.cores
    end,
    ram_count = world.ram_per_core,
    ram_unit = pick_by(
        u('ram_unit', world.task_no), [0.06, 0.1], ['MB', 'MBPerCoreFixed', 'MBPerCore']
    ),
    base_ram_count = world.base_ram,
    merge_core_count = case when world.is_merging then 1 end,
    merge_ram_count = case when world.is_merging then 2000 end,
    cpu_time = case
        when u('cpu_unit', world.task_no) < 0.08
        then 1000 * world.cpu_time
        when u('cpu_unit', world.task_no) < 0.98
        then world.cpu_time
    end,
    cpu_time_unit = case
        when u('cpu_unit', world.task_no) < 0.08
        then 'mHS06sPerEvent'
        when u('cpu_unit', world.task_no) < 0.98
        then 'HS06sPerEvent'
    end,
    cpu_efficiency = pick(u('efficiency', world.task_no), [80, 90, 95, 100]),
    base_walltime = pick(u('base_time', world.task_no), [0, 60, 300, 600]),
    out_disk_count = world.out_kb,
    out_disk_unit = 'kBPerEvent',
    work_disk_count = whole(log_between(u('work_disk', world.task_no), 50, 1500)),
    work_disk_unit = 'MB',
    io_intensity = world.io_intensity,
    disk_io = case
        when u('disk_io', world.task_no) < 0.7
        then whole(log_between(u('disk_io_size', world.task_no), 20, 4000))
    end,
    modification_time = snapshot.snapshot_time
    - to_seconds(whole(log_between(now_u('modified', world.task_no), 60, 20000)))
from
    world_task as world,
    world_task_software as software,
    world_task_image as image,
    snapshot
where task.jedi_task_id = world.jedi_task_id and world.jedi_task_id = software.jedi_task_id
    and world.jedi_task_id = image.jedi_task_id
;
