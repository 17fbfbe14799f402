-- Files in the smallest job that the splitting rules allow.
create or replace temp table world_atom as
select
    world_chunk.jedi_task_id,
    world_chunk.chunk_no,
    world_chunk.n_master,
    world_chunk.master_bytes,
    world_chunk.master_events,
    world_chunk.other_bytes,
    world_task.task_no,
    world_task.is_scouting,
    world_task.n_jobs,
    world_task.n_events,
    case
        when world_chunk.chunk_no = 1
        then least(5, world_chunk.n_master)
        when world_task.n_events > 0
        then
            least(
                world_chunk.n_master,
                ceil(world_task.n_events / greatest(1, world_chunk.master_events))
            )
        else least(world_task.n_files, world_chunk.n_master)
    end::bigint as n_files
from world_chunk
inner join world_task using (jedi_task_id)
;
