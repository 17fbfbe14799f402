-- title: what a scoreboard reads of the result tables of a run
create table run_result as
select policy, jedi_task_id, chunk_no, status, n_candidates
from absent_result
;

create table run_candidate as
select policy, jedi_task_id, chunk_no, unified_name, weight, for_jumbo
from absent_candidate
;

create table run_match as
select policy, seq, tq_id, job_id
from absent_match
;

create table run_task_queue as
select policy, tq_id, owner_group, n_jobs
from absent_task_queue
;
