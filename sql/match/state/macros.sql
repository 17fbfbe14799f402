-- title: what distinguishes task queues and requests
-- note: all that the jobs of a task queue ask for
create or replace macro requirements(queue) as
    {
        'setup': queue.setup,
        'submit_pools': queue.submit_pools,
        'pilot_types': queue.pilot_types,
        'sites': queue.sites,
        'grid_ces': queue.grid_ces,
        'grid_middlewares': queue.grid_middlewares,
        'banned_sites': queue.banned_sites,
        'platforms': queue.platforms,
        'job_types': queue.job_types,
        'tags': queue.tags,
        'min_ram': queue.min_ram,
        'max_ram': queue.max_ram
    };

-- all that a resource sends, but for its CPU time, and whether it asks for one job, as
-- text
create or replace macro family_of(pilot) as
    to_json(
        [
            [pilot.setup, pilot.vo, pilot.owner],
            pilot.site,
            pilot.grid_ce,
            pilot.platform,
            pilot.job_type,
            pilot.tag,
            pilot.required_tag,
            [pilot.pilot_type, pilot.grid_middleware, pilot.submit_pool],
            pilot.owner_group,
            pilot.banned_site,
            pilot.banned_grid_ce,
            pilot.banned_platform,
            pilot.banned_job_type,
            pilot.banned_tag,
            [pilot.requester_group, pilot.requester_owner],
            [
                pilot.max_ram::varchar,
                pilot.number_of_processors::varchar,
                pilot.whole_node::varchar,
                pilot.is_generic::varchar,
                (pilot.job_id is not null)::varchar
            ]
        ]
    )::varchar;

-- the greatest CPU time of a task queue that fits into one that is offered, 0 for none
create or replace macro segment_within(cpu_time, segments) as
    case
        when cpu_time is not null
        then
            coalesce(
                list_max(list_filter(segments, lambda segment: segment <= cpu_time)), 0
            )
    end;
