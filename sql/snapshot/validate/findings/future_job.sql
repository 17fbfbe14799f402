-- severity: warning
-- table: job
-- column: creation_time, modification_time, state_change_time, start_time, end_time
-- message: are 60 min or more after the snapshot, so clocks or zones differ
select job.panda_id as row_key
from job
cross join snapshot
where
    greatest(
        job.creation_time,
        job.modification_time,
        job.state_change_time,
        job.start_time,
        job.end_time
    )
    >= snapshot.snapshot_time + interval 60 minute
