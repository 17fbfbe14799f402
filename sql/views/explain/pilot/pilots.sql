-- title: requests by the name or number that a user knows them by
select seq, pilot_id from request where pilot_id = $1 or seq::varchar = $1 order by seq
