-- criterion: -dest_blacklisted
-- label: temporary problem check
-- title: the storage of the nucleus cannot take or give files over WAN
-- effect: defer
-- class: capacity
-- owner: nucleus
-- source: C092, C095, C096
-- bounds: one endpoint of the nucleus that may do both is enough
-- nulls: an unknown status passes; a nucleus without endpoints passes
-- differs: the page looks at all endpoints of the nucleus, the running system at the
-- default output of its first queue; the page asks for read_wan too and for ON, the
-- running system only for a write_wan that is not down; queues of the nucleus pass on
-- the page, those without a storage site in the running system
-- note: queues that write to storage of the nucleus by default pass
select candidate.*, nucleus_link.storage_detail as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join nucleus_link using (nucleus, transfer_activity, queue_name)
where nucleus_link.is_unwritable
