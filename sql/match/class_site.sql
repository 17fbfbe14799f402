-- title: the sites at which requests run a job that they get, and their vo
-- grain: class_id, site
-- nulls: a request that sends no site uses no limit and no delay
select seq as class_id, vo, unnest(sites) as site from request
