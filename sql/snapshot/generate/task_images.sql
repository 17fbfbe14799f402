-- Containers that some tasks ask for.
create or replace temp table world_task_image as
select
    jedi_task_id,
    case
        when u('container', task_no) < (case when is_user then 0.15 else 0.02 end)
        then
            pick(
                u('image', task_no),
                [
                    'docker://atlas/analysisbase:25.2.20',
                    'docker://atlas/athena:24.0.44',
                    'atlas/athena:25.0.12',
                    '/cvmfs/unpacked.cern.ch/registry/atlas/analysisbase:25.2.20'
                ]
            )
    end as container_name
from world_task
;
