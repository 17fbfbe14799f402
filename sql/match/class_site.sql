-- title: the sites at which requests run a job that they get
-- grain: class_id, site
-- nulls: a request that sends no site uses no limit and no delay
select request.seq as class_id, unnest(request.sites) as site from request
