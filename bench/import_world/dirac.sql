-- So many waiting jobs of 5,000 task queues, each with its time of submission, instead
-- of the few jobs that the server has; @jobs is set before.
use TaskQueueDB;

delete from tq_TaskQueues;
delete from tq_Jobs;
delete from tq_RAM_requirements;
delete from tq_TQToSites;
delete from tq_TQToTags;
delete from JobDB.Jobs;

insert into tq_TaskQueues
select seq, concat('user', seq mod 300), concat('group', seq mod 20), 'lhcb', 86400, 1
from seq_1_to_5000;

insert into tq_TQToSites
select queue.seq, concat('LCG.SITE', (queue.seq + site.seq) mod 120, '.org')
from seq_1_to_5000 as queue, seq_1_to_3 as site;

insert into tq_TQToTags select seq * 4, 'MultiProcessor' from seq_1_to_1250;

insert into tq_Jobs
select 1 + seq mod 5000, seq, seq mod 10, seq mod 10 from seq_1_to_2000000
where seq <= @jobs;

insert into JobDB.Jobs
select
    seq, 'ANY', 'Waiting', 'User', concat('user', seq mod 300), concat('group', seq mod 20),
    timestamp('2026-03-14') - interval seq second
from seq_1_to_2000000
where seq <= @jobs;
