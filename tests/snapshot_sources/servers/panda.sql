-- The tables of PanDA that an import reads, with the columns that it reads, and a small
-- site: two queues, a nucleus, a production task and a task of a user.
create schema doma_panda;
create schema doma_pandameta;
set search_path = doma_panda, doma_pandameta;

create table pandadb_version (component text, major int, minor int, patch int);
insert into pandadb_version values ('PanDA', 0, 1, 6);

create table config (app varchar(64), component varchar(64), key varchar(64), value text not null,
    type text, vo text not null, value_json jsonb);
insert into config values
    ('jedi', 'jobbroker', 'NQUEUED_SAT_CAP', '150', 'int', 'atlas', null),
    ('jedi', 'jobbroker', 'NW_ACTIVE', 'False', 'bool', '', null);

create table resource_types (resource_name text, mincore int, maxcore int, minrampercore int, maxrampercore int);
insert into resource_types values ('SCORE', 1, 1, 0, 3000), ('MCORE', 2, null, 0, 3000);

create table schedconfig_json (panda_queue text, data json);
create table panda_site (panda_site_name text, site_name text);
create table site (site_name text, role text, state text);
insert into schedconfig_json values
    ('ALPHA', '{"nickname": "ALPHA", "type": "production", "cloud": "DE,FR", "status": "online", "corecount": 1, "corepower": "10.5", "maxrss": 8000, "minrss": 0, "maxtime": 345600, "mintime": 0, "maxwdir": 100000, "maxinputsize": 50000, "transferringlimit": "", "releases": ["AUTO"], "workflow": "pull_ups", "wnconnectivity": "full#IPv4", "direct_access_lan": true, "is_cvmfs": true, "params": {"a": 1}, "capability": null, "pledgedcpu": "", "fairsharepolicy": null, "maxdiskio": null, "jobseed": null, "catchall": "", "direct_access_wan": false}'),
    ('BETA', '{"nickname": "BETA", "type": "unified", "cloud": "US", "status": "weird", "corecount": "lots", "maxrss": 16000, "capability": "ucore", "colour": "blue"}'),
    ('BROKEN', '[1, 2]');
insert into site values ('SITE-A', 'nucleus', 'ACTIVE'), ('SITE-B', 'satellite', 'ACTIVE');
insert into panda_site values ('ALPHA', 'SITE-A'), ('BETA', 'SITE-B');

create table ddm_endpoint (ddm_endpoint_name text, site_name text, ddm_spacetoken_name text, type text,
    is_tape char(1), space_total bigint, space_free bigint, space_expired bigint, space_timestamp timestamp,
    blacklisted_read char(1), detailed_status jsonb);
insert into ddm_endpoint values
    ('SITE-A_DATADISK', 'SITE-A', 'ATLASDATADISK', 'DATADISK', 'N', 500000, 400000, 0, '2026-03-14 12:00', 'N', '{"write_wan": "OFF"}');
create table panda_ddm_relation (panda_site_name text, ddm_endpoint_name text, roles text, scope text,
    is_local char(1), default_read char(1), default_write char(1), order_read int, order_write int);
insert into panda_ddm_relation values
    ('ALPHA', 'SITE-A_DATADISK', 'read_lan,write_lan', null, 'Y', 'Y', 'Y', 1, 1);
create table sw_tags (panda_queue text, data text);
insert into sw_tags values ('ALPHA', '{"cmtconfigs": ["x86_64-el9-gcc13-opt"]}');
create table mv_worker_node_gpu_summary (panda_queue text, vendor text, model text, vram bigint,
    architecture text, framework_version text, driver_version text, gpus_per_host int);
create table harvester_slots (pandaqueuename text, gshare text, resourcetype text, numslots int, expirationtime timestamp);
create table harvester_worker_stats (computingsite text, harvester_id text, resourcetype text, jobtype text,
    status text, n_workers int, lastupdate timestamp);
insert into harvester_worker_stats values
    ('ALPHA', 'h', 'SCORE', 'managed', 'running', 30, '2026-03-14 12:10'),
    ('ALPHA', 'h', 'SCORE', 'user', 'running', 12, '2026-03-14 12:10'),
    ('ALPHA', 'h', 'SCORE', 'managed', 'running', 99, '2026-03-12 12:10');
create table sitedata (site text, flag text, hours int, getjob int, updatejob int, laststart timestamp);
insert into sitedata values ('ALPHA', 'production', 3, 5, 7, null), ('ALPHA', 'production', 1, 1, 1, null);
create table network_matrix_kv (src text, dst text, key text, value bigint, ts timestamp);
insert into network_matrix_kv values
    ('SITE-B', 'SITE-A', 'AGIS_closeness', 3, '2026-03-14 12:20'),
    ('SITE-B', 'SITE-A', 'dashb_mbps_1h', 5, '2026-03-14 14:20'),
    ('SITE-B', 'SITE-A', 'old', 5, '2026-03-01 12:20');
create table jedi_process_lock (vo text, prodsourcelabel text, cloud varchar(10), workqueue_id int,
    resource_type text, component text, lockedby text, lockedtime timestamp);
create table jedi_work_queue (queue_id int, queue_name text, queue_function text, vo text, queue_type text,
    queue_share int, status text);
insert into jedi_work_queue values (7, 'hpc', 'Resource', 'atlas', 'managed', null, 'active'), (8, 'old', null, 'atlas', 'managed', null, 'inactive');
create table global_shares (name text, value int, parent text, prodsourcelabel text, workinggroup text,
    campaign text, processingtype text, transpath text, rtype text, vo text, queue_id int, throttled char(1));
insert into global_shares values
    ('Production', 80, null, null, null, null, null, null, null, 'atlas', 1, 'N'),
    ('MC', 100, 'Production', 'managed', null, null, null, null, null, null, 2, 'N'),
    ('User Analysis', 20, null, 'user', null, null, null, null, null, 'atlas', 3, 'N');
create table metrics (metric text, gshare text, computingsite text, value_json json, timestamp timestamp);
insert into metrics values
    ('gshare_preference', 'MC', null, '{"usage_perc": 0.5, "eqiv_usage_perc": 0.4}', '2026-03-14 12:20'),
    ('gshare_preference', 'MC', null, '{"usage_perc": 0.9}', '2026-03-14 12:00'),
    ('gshare_preference', 'L1 User Analysis', null, '{"usage_perc": 1.5}', '2026-03-14 12:20'),
    ('analy_user_eval', null, null, '{"Ada": {"user": "Ada", "rem_slots_A": 10, "x": 1}, "n": 2}', '2026-03-14 12:20'),
    ('analy_site_eval', null, 'ALPHA', '{"class": 1}', '2026-03-14 12:20');
create table task_evaluation (metric text, jeditaskid bigint, value_json text, timestamp timestamp);
insert into task_evaluation values ('analy_task_eval', 20, '{"class": 2}', '2026-03-14 12:20');

create table jedi_tasks (jeditaskid bigint, prodsourcelabel text, vo text, cloud text, site text, nucleus text,
    gshare text, workqueue_id int, resource_type text, processingtype text, workinggroup text, username text,
    taskpriority int, currentpriority int, status text, frozentime timestamp, parent_tid bigint,
    eventservice int, usejumbo char(1), architecture text, transhome text, transuses text,
    container_name text, corecount int, mergecorecount int, ramcount int, ramunit text, baseramcount int,
    mergeramcount int, walltime int, walltimeunit text, cputime int, cputimeunit text, cpuefficiency int,
    basewalltime int, outdiskcount int, outdiskunit text, workdiskcount int, workdiskunit text,
    iointensity int, diskio int, splitrule text, modificationtime timestamp, campaign text, transpath text);
insert into jedi_tasks (jeditaskid, prodsourcelabel, vo, cloud, nucleus, gshare, username, taskpriority, currentpriority,
    status, corecount, ramcount, ramunit, cputime, cputimeunit, splitrule, resource_type, modificationtime, architecture, transhome)
select id, label, 'atlas', 'WORLD', 'SITE-A', share, owner, 500, 500, status, 1, 1000, 'MB', 10, 'HS06sPerEvent',
    rule, 'SCORE', '2026-03-14 12:00', 'x86_64-el9-gcc13-opt', 'AnalysisTransforms'
from (values
    (10, 'managed', 'MC', 'prod', 'running', 'NF=2'),
    (11, 'managed', 'MC', 'prod', 'finished', null),
    (12, 'managed', 'MC', 'prod', 'pending', 'NF=1'),
    (20, 'user', 'User Analysis', 'Ada', 'running', 'NG=1'),
    (21, 'user', 'User Analysis', 'Bob', 'running', null)) as t (id, label, share, owner, status, rule);
update jedi_tasks set parent_tid = 11 where jeditaskid = 10;
create table users (name text, dn text);
insert into users values ('Ada', '/DC=org/CN=Ada'), ('Ada', '/DC=org/CN=Ada 2');
create table jedi_taskparams (jeditaskid bigint, taskparams text);
insert into jedi_taskparams values (20, '{"includedSite": "ALPHA", "secret": "x"}');
create table jedi_events (jeditaskid bigint, status int, attemptnr int);
create table jedi_aux_status_mintaskid (status text, min_jeditaskid bigint);
insert into jedi_aux_status_mintaskid values ('running', 10), ('pending', 10);
create table jedi_datasets (jeditaskid bigint, datasetid bigint, datasetname text, type text, masterid bigint,
    attributes text, storagetoken text, site text, nfiles int, nfilestobeused int, nfilesused int, nevents int,
    neventsused int, nfilesfinished int, nfilesfailed int, creationtime timestamp, modificationtime timestamp,
    state text, destination text, status text);
insert into jedi_datasets (jeditaskid, datasetid, datasetname, type, nfiles, nfilestobeused, nfilesused, nevents,
    neventsused, nfilesfinished, nfilesfailed, status)
values (10, 100, 'mc:mc.input', 'input', 3, 3, 0, 3000, 0, 0, 0, 'ready'), (12, 120, 'mc.other', 'input', 1, 1, 0, 100, 0, 0, 0, 'ready'),
    (20, 200, 'data.input', 'input', 4, 4, 0, 400, 0, 0, 0, 'ready'), (21, 210, 'data.more', 'input', 1, 1, 0, 10, 0, 0, 0, 'ready');
create table jedi_dataset_contents (jeditaskid bigint, datasetid bigint, fileid bigint, lfn text, scope text,
    guid text, fsize bigint, nevents int, startevent int, endevent int, boundaryid int, lumiblocknr int,
    ramcount int, status text, attemptnr int, maxattempt int, maxfailure int, failedattempt int, constituent_id bigint);
insert into jedi_dataset_contents (jeditaskid, datasetid, fileid, lfn, scope, fsize, nevents, status, attemptnr, maxattempt, ramcount)
values (10, 100, 1, 'f1', 'mc', 1073741824, 1000, 'ready', 0, 3, 0), (10, 100, 2, 'f2', 'mc', 1073741824, 1000, 'ready', 0, 3, null),
    (10, 100, 3, 'f3', 'mc', 536870912, 1000, 'ready', 0, 3, 4000), (10, 100, 4, 'f4', 'mc', 1, 1, 'ready', 3, 3, 0),
    (12, 120, 5, 'g1', 'mc', 100, 100, 'ready', 0, 3, 0),
    (20, 200, 6, 'u1', 'data', 800000000, 100, 'ready', 0, 3, 0), (20, 200, 7, 'u2', 'data', 800000000, 100, 'ready', 0, 3, 0),
    (20, 200, 8, 'u3', 'data', 100000000, 100, 'ready', 0, 3, 0), (20, 200, 9, 'u4', 'data', 800000000, 100, 'used', 0, 3, 0),
    (21, 210, 10, 'v1', 'data', 10, 10, 'ready', 0, 3, 0);
-- the input of task 20 is a container; one of its datasets is known
insert into jedi_datasets (jeditaskid, datasetid, datasetname, type, nfiles, nfilestobeused, nfilesused, status)
values (20, 201, 'data.part', 'input', 0, 0, 0, 'done');
update jedi_dataset_contents set constituent_id = 201 where fileid = 6;

create table jobsactive4 (pandaid bigint, jobdefinitionid bigint, vo text, prodsourcelabel text, computingsite text,
    gshare text, workqueue_id int, resource_type text, jobstatus text, jobsubstatus text, nucleus text,
    produsername text, workinggroup text, processingtype text, currentpriority int, lockedby text,
    relocationflag int, eventservice int, jeditaskid bigint, corecount int, actualcorecount int, diskio int,
    creationtime timestamp, modificationtime timestamp, statechangetime timestamp, starttime timestamp,
    endtime timestamp, piloterrorcode int);
create table jobsdefined4 (like jobsactive4);
create table jobsarchived4 (like jobsactive4);
insert into jobsactive4 (pandaid, vo, prodsourcelabel, computingsite, gshare, resource_type, jobstatus, nucleus, produsername,
    processingtype, currentpriority, jeditaskid, corecount, diskio, creationtime, modificationtime, statechangetime, starttime)
select id, 'atlas', label, queue, share, 'SCORE', status, 'SITE-A', owner, 'simul', 500, task, cores, io,
    '2026-03-14 08:00', '2026-03-14 12:00', '2026-03-14 12:00', start::timestamp
from (values
    (1, 'managed', 'ALPHA', 'MC', 'running', 'prod', 10, 1, 100, '2026-03-14 11:00'),
    (2, 'managed', 'ALPHA', 'MC', 'running', 'prod', 10, 1, 300, '2026-03-14 11:00'),
    (3, 'managed', 'ALPHA', 'MC', 'activated', 'prod', 10, null, null, '1970-01-01'),
    (4, 'user', 'ALPHA', 'User Analysis', 'running', 'Ada', 20, 1, null, '2026-03-14 11:30'),
    (5, 'managed', 'GONE', 'MC', 'transferring', 'prod', 11, 8, null, '2026-03-13 11:00')
    ) as t (id, label, queue, share, status, owner, task, cores, io, start);
insert into jobsarchived4 (pandaid, vo, computingsite, jobstatus, jeditaskid, piloterrorcode, modificationtime, resource_type)
values (9, 'atlas', 'ALPHA', 'failed', 10, 1305, '2026-03-14 12:00:30', 'SCORE'), (8, 'atlas', 'ALPHA', 'failed', 10, 0, '2026-03-14 12:00:10', 'SCORE'),
    (7, 'atlas', 'ALPHA', 'finished', 10, 0, '2026-03-10 12:00:10', 'SCORE');
insert into jobsarchived4 (pandaid, vo, prodsourcelabel, computingsite, jobstatus, modificationtime, starttime)
values (12, 'atlas', 'user', 'ALPHA', 'finished', '2026-03-10 14:00', '2026-03-10 12:31'), (13, 'atlas', 'user', 'ALPHA', 'finished', '2026-03-10 14:00', '2026-03-10 12:30');
create table job_output_report (pandaid bigint);
create table filestable4 (pandaid bigint, type text, status text);
insert into filestable4 values (5, 'output', 'transferring');
create table jobs_statuslog (pandaid bigint, jobstatus text, modificationtime timestamp);
insert into jobs_statuslog values (12, 'activated', '2026-03-09 12:00'), (12, 'running', '2026-03-10 12:31'), (13, 'running', '2026-03-10 12:30');
insert into jobs_statuslog values (4, 'activated', '2026-03-14 11:00'), (4, 'running', '2026-03-14 11:30');
create table jobs_share_stats (vo text, computingsite text, gshare text, workqueue_id int, resource_type text,
    jobstatus text, nucleus text, njobs int, prorated_diskio_avg numeric, hs numeric);
create table jobsdefined_share_stats (like jobs_share_stats);
insert into jobs_share_stats values
    ('atlas', 'ALPHA', 'MC', null, 'SCORE', 'running', 'SITE-A', 1, 100, 10), ('atlas', 'ALPHA', 'MC', null, 'SCORE', 'running', 'SITE-A', 1, 300, 10);
create table mv_jobsactive4_stats (vo text, prodsourcelabel text, computingsite text, jobstatus text, num_of_cores int);
insert into mv_jobsactive4_stats values ('atlas', 'managed', 'ALPHA', 'running', 2);

create role reader login password 'words';
grant usage on schema doma_panda, doma_pandameta to reader;
grant select on all tables in schema doma_panda, doma_pandameta to reader;
