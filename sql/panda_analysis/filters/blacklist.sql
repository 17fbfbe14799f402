-- criterion: -blacklist
-- label: storage space check
-- title: the storage endpoints of the queue are blacklisted for what the chunk needs
-- class: capacity
-- source: C311
-- bounds: one usable endpoint is enough; queues with the input need no WAN where
-- locality is asked
-- nulls: an unknown status passes; no endpoint at all fails
-- differs: where priority, I/O or time suppress locality, round 1 asks none on the
-- page, and still does in the running system
select
    candidate.*,
    case
        when not analysis_queue.reads_lan
        then 'no input endpoint can be read over LAN'
        when not analysis_queue.writes_lan
        then 'no output endpoint can be written over LAN'
        when not analysis_queue.receives_wan
        then 'no input endpoint can receive over WAN'
        when not analysis_queue.sends_wan
        then 'no output endpoint can send over WAN'
        else 'the input cannot leave the place where it is'
    end as detail
from candidate
inner join analysis_task using (jedi_task_id)
inner join analysis_queue using (queue_name)
inner join chunk_source using (jedi_task_id, chunk_no)
left join local_queue using (jedi_task_id, chunk_no, queue_name)
where
    not analysis_queue.reads_lan
    or not analysis_queue.writes_lan
    or (
        not (
            candidate.round = 1
            and not analysis_task.waives_locality
            and coalesce(local_queue.is_local, false)
        )
        and not (
            analysis_queue.receives_wan
            and analysis_queue.sends_wan
            and chunk_source.has_remote_source
        )
    )
