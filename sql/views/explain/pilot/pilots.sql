-- title: requests by the name or number that a user knows them by
select request.seq, request.pilot_id
from request
where request.pilot_id = $1 or request.seq::varchar = $1
order by request.seq
