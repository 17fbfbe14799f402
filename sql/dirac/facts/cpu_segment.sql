-- title: the CPU times that task queues may have
-- grain: one row
-- source: Task Queue Matching page, "4 different values (500, 5000, 50000, 300000)"
-- source: spec/dirac.md 2.1: whole numbers, rising, the first above 0; a list that
-- source: breaks this counts as none
select
    case
        when segments_are_sound(cfg.cpu_segments)
        then cfg.cpu_segments
        else cfg.usual_cpu_segments
    end as segments
from cfg
