-- title: the vo, sites and CEs of each resource, equal ones with one number
-- grain: seq
-- note: limits hold for a vo at a site, or at a CE of it
select seq, vo, sites, grid_ces, dense_rank() over (order by vo, sites, grid_ces) as place_no
from request
