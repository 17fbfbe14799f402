-- So many jobs of 2,000 production tasks at the site's queues, besides those of the
-- server; :jobs is set before.
set search_path = doma_panda, doma_pandameta;

insert into jedi_tasks (jeditaskid, prodsourcelabel, vo, cloud, nucleus, gshare, username,
    taskpriority, currentpriority, status, corecount, ramcount, ramunit, cputime, cputimeunit,
    splitrule, resource_type, modificationtime, architecture, transhome)
select id, 'managed', 'atlas', 'WORLD', 'SITE-A', 'MC', 'prod', 500, 500, 'running', 1, 1000,
    'MB', 10, 'HS06sPerEvent', 'NF=2', 'SCORE', '2026-03-14 12:00', 'x86_64-el9-gcc13-opt', 'x'
from generate_series(1001, 3000) as id;

insert into jedi_datasets (jeditaskid, datasetid, datasetname, type, nfiles, nfilestobeused,
    nfilesused, nevents, neventsused, nfilesfinished, nfilesfailed, status)
select id, id * 10, 'mc:mc.' || id, 'input', 20, 20, 0, 20000, 0, 0, 0, 'ready'
from generate_series(1001, 3000) as id;

insert into jedi_dataset_contents (jeditaskid, datasetid, fileid, lfn, scope, fsize, nevents,
    status, attemptnr, maxattempt, ramcount)
select id, id * 10, id * 100 + file, 'f' || file, 'mc', 1073741824, 1000, 'ready', 0, 3, 0
from generate_series(1001, 3000) as id, generate_series(1, 20) as file;

insert into jobsactive4 (pandaid, vo, prodsourcelabel, computingsite, gshare, resource_type,
    jobstatus, nucleus, produsername, processingtype, currentpriority, jeditaskid, corecount,
    diskio, creationtime, modificationtime, statechangetime, starttime)
select 1000000 + id, 'atlas', 'managed', case when id % 3 = 0 then 'BETA' else 'ALPHA' end, 'MC',
    'SCORE', (array['running', 'activated', 'starting', 'holding'])[1 + id % 4], 'SITE-A',
    'prod', 'simul', 500, 1001 + id % 2000, 1, id % 300, '2026-03-14 08:00',
    '2026-03-14 12:00', '2026-03-14 12:00', '2026-03-14 11:00'
from generate_series(1, :jobs) as id;

create index on jedi_dataset_contents (jeditaskid, datasetid);
create index on jedi_datasets (jeditaskid);
create index on jobsactive4 (jeditaskid);
create index on jedi_tasks (jeditaskid);
analyze;
