-- title: resources that ask DIRAC for a job, in the order of seq
-- note: NULL = not sent
-- key: seq
-- reference: owner_group -> dirac_group.group_name
-- reference: requester_group -> dirac_group.group_name
-- settable: cpu_time, max_ram, platform, tag, required_tag, grid_ce, job_type
-- settable: pilot_type, setup, owner_group, owner, grid_middleware, submit_pool
-- settable: number_of_processors, whole_node, site
-- range: cpu_time between 0 and 1e12
-- range: max_ram between 0 and 1e12
-- range: number_of_processors between 0 and 1e6
create table dirac_pilot (
    seq                  BIGINT,
    pilot_id             VARCHAR,
    setup                VARCHAR,
    cpu_time             BIGINT,  -- s
    site                 VARCHAR[],
    grid_ce              VARCHAR[],
    platform             VARCHAR[],
    job_type             VARCHAR[],
    tag                  VARCHAR[],
    required_tag         VARCHAR[],
    pilot_type           VARCHAR,
    grid_middleware      VARCHAR,
    submit_pool          VARCHAR,
    owner                VARCHAR,
    owner_group          VARCHAR[],
    banned_site          VARCHAR[],
    banned_grid_ce       VARCHAR[],
    banned_platform      VARCHAR[],
    banned_job_type      VARCHAR[],
    banned_tag           VARCHAR[],
    max_ram              BIGINT,
    number_of_processors BIGINT,
    whole_node           BOOLEAN,
    job_id               BIGINT,
    is_generic           BOOLEAN,  -- a pilot is private when it is not generic and sends owner_group
    vo                   VARCHAR,
    requester_group      VARCHAR,
    requester_owner      VARCHAR,
    arrival_time         TIMESTAMP
);
