-- title: the sites and CEs that each resource sends, equal ones with one number
-- grain: seq
-- note: limits hold at a site, or at a CE of it
select seq, sites, grid_ces, dense_rank() over (order by sites, grid_ces) as place_no from request
