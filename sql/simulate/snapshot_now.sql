-- title: the snapshot with the time of the cycle; rules see the one before the first
select snapshot.* replace (clock.snapshot_time as snapshot_time) from main.snapshot cross join clock
