-- title: what a request offers, and how it stands
select
    request.seq,
    request.pilot_id,
    request.cpu_time,
    request.sites,
    request.grid_ces,
    request.platforms,
    request.tags,
    request.groups,
    request.owner,
    request.job_id,
    standing.n_eligible as n_candidates,
    standing.criterion,
    standing.reason,
    gate_hit.seq is not null as is_refused
from request
inner join standing using (seq)
left join gate_hit using (seq)
where request.seq = ?
