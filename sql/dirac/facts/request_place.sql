-- title: the vo, sites and CEs of each resource, equal ones with one number
-- grain: seq
-- nulls: a resource that asks for one job obeys no limit, and has no place
-- note: limits hold for a vo at a site, or at a CE of it
select seq, vo, sites, grid_ces, dense_rank() over (order by vo, sites, grid_ces) as place_no
from request
where job_id is null
