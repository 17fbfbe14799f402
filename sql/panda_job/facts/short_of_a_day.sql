-- title: 24 hours of work that a job may need are longer than a queue's walltime
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- nulls: maxtime NULL or 0 is no limit on the page
-- differs: 24 h of wall clock on the page; 240 h x cores of core power 1 in the running
-- system, also without HS06; merge jobs are exempt on the page, also as scouts or
-- without walltime
-- note: rows only for such queues
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.pseudo_queue,
    day_of_work(
        cfg.walltime24_s,
        pseudo_queue.core_count,
        cfg.walltime24_core_power,
        cfg.walltime24_mode,
        chunk_walltime.is_hs06
    ) as asked,
    nullif(
        if(cfg.walltime24_mode = 'wall_clock', unified_queue.max_time, walltime.longest), 0
    ) as offered,
    if(cfg.walltime24_mode = 'wall_clock', 's', chunk_walltime.unit) as unit,
    format(
        'maxtime {} s{}, at least {:.12g} {} asked',
        unified_queue.max_time,
        case
            when cfg.walltime24_mode <> 'wall_clock'
            then format(' gives {:.12g} {}', walltime.longest, chunk_walltime.unit)
            else ''
        end,
        asked,
        if(cfg.walltime24_mode = 'wall_clock', 's', chunk_walltime.unit)
    ) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join chunk_walltime using (jedi_task_id, chunk_no)
inner join unified_queue using (queue_name)
inner join pseudo_queue using (pseudo_queue)
inner join walltime using (jedi_task_id, chunk_no, pseudo_queue)
cross join cfg
where
    (cfg.walltime24_merge or not cfg.walltime24_spares_merge or not chunk.is_merging)
    and asked > offered
