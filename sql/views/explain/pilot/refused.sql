-- title: a pilot that loading refused, by the name or number that a user knows
select seq, reason from refused_pilot where pilot_id = $1 or seq::varchar = $1 order by seq
