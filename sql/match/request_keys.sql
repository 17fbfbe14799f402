-- title: what requests draw with: the key of each, and where in the window its job is
-- grain: seq
-- note: $1 is the first of them, $2 how many
select
    seq,
    request_key(getvariable('cfg_seed'), seq) as draw_key,
    drawn(request_key(getvariable('cfg_seed'), seq), wide_key('job', 'window')) as in_window
from (select unnest(range($1, $1 + $2)) as seq) as requests
order by seq
