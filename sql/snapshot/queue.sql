-- title: CRIC pandaqueue (schedconfig) and site
-- note: pseudo queues (queue_name/resource_name) are derived, never rows here
-- expected with: task
-- key: queue_name
-- range: core_count, core_power between 0 and 1e6
-- range: pledged_cpu, max_input_size between -1 and 1e12
-- range: max_rss, min_rss, max_time, min_time, max_wdir, transferring_limit,
-- max_disk_io between 0 and 1e12
-- range: json_type(params) in ('OBJECT', 'NULL')
-- range: role in ('nucleus', 'satellite', …)
-- range: site_state in ('ACTIVE', 'INACTIVE', 'DISABLED', 'NOTREADY', …)
-- range: type in ('production', 'analysis', 'unified', 'special', …)
-- range: status in ('online', 'offline', 'test', 'brokeroff', 'standby', 'paused', …)
-- range: capability in ('ucore', 'score', 'mcore', 'himem', 'mcorehimem', …)
-- range: workflow in ('pull', 'pull_ups', 'push', 'push_noheartbeat', …)
-- range: job_seed in ('std', 'es', 'eshigh', 'all', …)
-- range: wn_connectivity in ('full', 'full#IPv4', 'full#IPv6', 'http', 'http#IPv4',
-- 'http#IPv6', 'none', …)
-- range: resource_category in ('GRID', 'cloud', 'cloud_special', 'hpc',
-- 'hpc_special', 'gpu', 'local', …)
-- settable: status, max_rss, max_time, max_wdir, min_rss, min_time
-- settable: transferring_limit, max_disk_io, pledged_cpu, max_input_size
-- settable: direct_access_lan, wn_connectivity, job_seed, cloud, site_state, core_count
create table queue (
    queue_order        BIGINT,  -- load order, decides ties where the order of the source does
    queue_name         VARCHAR,
    site_name          VARCHAR,  -- ATLAS site (CRIC atlas_site, PanDA pandasite); names the nucleus
    role               VARCHAR,  -- nucleus satellite
    site_state         VARCHAR,  -- state of the site in CRIC
    type               VARCHAR,  -- production analysis unified
    cloud              VARCHAR,
    status             VARCHAR,  -- online offline test brokeroff standby paused
    core_count         BIGINT,  -- cores, of a slot
    pledged_cpu        BIGINT,  -- cores; -1 = opportunistic, 0 = unset
    core_power         DOUBLE,  -- HS06 per core
    max_rss            BIGINT,  -- MB, whole job; 0 or NULL = no limit
    min_rss            BIGINT,  -- MB, whole job
    max_time           BIGINT,  -- s; 0 = no limit
    min_time           BIGINT,  -- s, of walltime that a job has to ask for
    max_wdir           BIGINT,  -- MB, whole job; 0 = no check
    max_input_size     BIGINT,  -- MB; -1 = always direct I/O
    transferring_limit BIGINT,  -- jobs; 0 = default
    fairshare_policy   VARCHAR,  -- Zero Share grammar
    releases           VARCHAR[],  -- [AUTO], [ANY] or a list
    capability         VARCHAR,  -- ucore = unified: yields pseudo queues
    workflow           VARCHAR,
    job_seed           VARCHAR,  -- std es eshigh all; NULL = std
    max_disk_io        BIGINT,  -- kB/s per core
    wn_connectivity    VARCHAR,  -- connectivity#ip_stack, e.g. full#IPv4
    direct_access_lan  BOOLEAN,
    direct_access_wan  BOOLEAN,  -- CRIC direct_access_wan: jobs may read from storage over WAN
    is_cvmfs           BOOLEAN,
    catchall           VARCHAR,  -- comma list of key or key=value
    params             JSON,  -- CRIC params object; keys read: those of catchall, max_io_intensity, transtimehi, transtimelo (days)
    resource_category  VARCHAR  -- optional; CRIC resource_type: GRID hpc cloud gpu ... (site classification uses GRID)
);
