-- The tables of DIRAC that an import reads, with the columns that it reads, and a few
-- jobs, one of them of a task queue that is gone.
create database TaskQueueDB;
use TaskQueueDB;
create table tq_TaskQueues (TQId int unsigned, Owner varchar(255), OwnerGroup varchar(32), VO varchar(32), CPUTime bigint unsigned, Enabled tinyint);
create table tq_Jobs (TQId int unsigned, JobId int unsigned, Priority int unsigned, RealPriority float);
create table tq_RAM_requirements (TQId int unsigned primary key, MinRAM int unsigned not null default 0, MaxRAM int unsigned not null default 0);
create table tq_TQToSites (TQId int unsigned, Value varchar(64), key (TQId));
create table tq_TQToGridCEs like tq_TQToSites;
create table tq_TQToBannedSites like tq_TQToSites;
create table tq_TQToPlatforms like tq_TQToSites;
create table tq_TQToJobTypes like tq_TQToSites;
create table tq_TQToTags like tq_TQToSites;
insert into tq_TaskQueues values (1, 'ada', 'lhcb_user', 'lhcb', 86400, 1), (2, 'bob', 'lhcb_prod', 'lhcb', 360, 1);
insert into tq_Jobs values (1, 11, 3, 3), (1, 12, 0, 0.001), (2, 13, 5, 5), (9, 14, 1, 1);
insert into tq_RAM_requirements values (1, 4000, 0);
insert into tq_TQToSites values (1, 'LCG.A.org'), (1, 'LCG.B.org');
insert into tq_TQToTags values (2, 'MultiProcessor');
set sql_mode = '';
create database JobDB;
use JobDB;
create table Jobs (JobID int unsigned, Site varchar(100), Status varchar(32), JobType varchar(32), Owner varchar(64), OwnerGroup varchar(128), SubmissionTime datetime);
insert into Jobs values
    (11, 'ANY', 'Waiting', 'User', 'ada', 'lhcb_user', '2026-03-14 10:00:00'), (12, 'ANY', 'Waiting', 'User', 'ada', 'lhcb_user', '0000-00-00'),
    (21, 'LCG.A.org', 'Running', 'User', 'ada', 'lhcb_user', null), (22, 'LCG.A.org', 'Done', 'User', 'ada', 'lhcb_user', null);
create database ResourceStatusDB;
use ResourceStatusDB;
create table SiteStatus (Name varchar(64), StatusType varchar(128), VO varchar(64), Status varchar(8));
insert into SiteStatus values ('LCG.A.org', 'all', 'all', 'Degraded'), ('LCG.B.org', 'all', 'lhcb', 'Banned'), ('LCG.C.org', 'all', 'cms', 'Active');
create user reader@localhost identified by 'words';
grant select on *.* to reader@localhost;
