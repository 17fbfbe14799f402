-- title: task queues that delays hold back at every site that they accept
-- grain: tq_id
-- source: spec/dirac.md 5.2
-- note: $1 and $2 are task queues and sites of delays that last, one by one
with hits as (select unnest($1::bigint[]) as tq_id, unnest($2::varchar[]) as site)

select hits.tq_id
from hits
inner join
    (select distinct limitable.tq_id, limitable.accepted from limitable) as held
    on hits.tq_id = held.tq_id
group by hits.tq_id, held.accepted
having is_wholly_limited(list(hits.site), held.accepted)
order by hits.tq_id
