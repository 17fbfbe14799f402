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
    standing.n_eligible,
    standing.n_top,
    standing.criterion,
    standing.reason
from request
inner join standing on request.seq = standing.seq
where request.seq = ?
