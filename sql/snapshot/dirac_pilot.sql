-- title: resources that ask DIRAC for a job, in the order of seq
-- note: NULL = not sent
-- key: seq
-- reference: owner_group -> dirac_group.group_name
-- reference: requester_group -> dirac_group.group_name
-- settable: cpu_time, max_ram, platform, tag, required_tag, grid_ce, job_type
-- settable: pilot_type, setup, owner_group, owner, grid_middleware, submit_pool
-- settable: number_of_processors, whole_node, site
-- range: cpu_time, max_ram between 0 and 1e12
-- range: number_of_processors between 0 and 1e6
create table dirac_pilot (
    seq                  BIGINT,
    pilot_id             VARCHAR,
    setup                VARCHAR,
    cpu_time             BIGINT,  -- s, of CPU that the pilot has left
    site                 VARCHAR[],
    grid_ce              VARCHAR[],  -- CEs that the pilot stands for
    platform             VARCHAR[],
    job_type             VARCHAR[],
    tag                  VARCHAR[],  -- tags that the pilot offers
    required_tag         VARCHAR[],  -- tags that a task queue has to have
    pilot_type           VARCHAR,  -- type of the pilot, as private
    grid_middleware      VARCHAR,  -- grid middleware by which the pilot came
    submit_pool          VARCHAR,
    owner                VARCHAR,
    owner_group          VARCHAR[],
    banned_site          VARCHAR[],  -- BannedSite: task queues that ask for one of these sites are not taken
    banned_grid_ce       VARCHAR[],  -- BannedGridCE: task queues that ask for one of these CEs are not taken
    banned_platform      VARCHAR[],  -- BannedPlatform: task queues that ask for one of these platforms are not taken
    banned_job_type      VARCHAR[],  -- BannedJobType: task queues of one of these types are not taken
    banned_tag           VARCHAR[],  -- BannedTag: task queues that ask for one of these tags are not taken
    max_ram              BIGINT,
    number_of_processors BIGINT,  -- how many cores the pilot has
    whole_node           BOOLEAN,  -- the pilot has the whole worker node; DIRAC asks only whether it is sent
    job_id               BIGINT,
    is_generic           BOOLEAN,  -- a pilot is private when it is not generic and sends owner_group
    vo                   VARCHAR,
    requester_group      VARCHAR,  -- group of whoever sent the request
    requester_owner      VARCHAR,  -- user who sent the request
    arrival_time         TIMESTAMP
);
