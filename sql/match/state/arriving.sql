-- title: requests as they came, each with what it shares with others
-- grain: seq
select
    pilots.seq,
    pilots.pilot_id,
    pilots.job_id,
    pilots.arrival_time,
    family_of(pilots) as family,
    segment_within(pilots.cpu_time, cpu_segment.segments) as cpu_time
from pilots
cross join cpu_segment
