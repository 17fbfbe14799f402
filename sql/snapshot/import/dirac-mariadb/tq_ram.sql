-- needs: TaskQueueDB.tq_RAM_requirements
-- columns: tq_id int64, min_ram int64, max_ram int64
-- The memory that task queues ask for, in MB; 0 is none.
select
    cast(tqid as signed) as tq_id,
    cast(nullif(minram, 0) as signed) as min_ram,
    cast(nullif(maxram, 0) as signed) as max_ram
from `TaskQueueDB`.`tq_RAM_requirements`
