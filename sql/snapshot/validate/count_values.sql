select $counts from snapshot_part
