-- title: PanDA JEDI_TASKS; holds parents too
-- note: only tasks with rows in input_chunk are decided
-- note: a task in status assigning needs one (chunk_no 0)
-- note: without it a validation finding, and it stays pending (-no_chunk)
-- expected with: queue
-- key: jedi_task_id
-- reference: parent_tid -> task.jedi_task_id
-- range: task_priority, current_priority between -1e9 and 1e9
-- range: core_count, merge_core_count between 0 and 1e6
-- range: ram_count, base_ram_count, merge_ram_count, walltime, cpu_time, base_walltime,
-- io_intensity, disk_io, n_ready_events, n_jobs between 0 and 1e12
-- range: cpu_efficiency between 0 and 100
-- range: out_disk_count, work_disk_count between -1e12 and 1e12
-- range: json_type(task_params) in ('OBJECT', 'NULL')
-- range: status in ('registered', 'defined', 'assigning', 'ready', 'pending',
-- 'scouting', 'scouted', 'running', 'prepared', 'done', 'failed', 'finished',
-- 'aborting', 'aborted', 'finishing', 'topreprocess', 'preprocessing', 'tobroken',
-- 'broken', 'toretry', 'toincexec', 'rerefine', 'paused', 'throttled', 'exhausted',
-- 'passed', 'staging', 'waiting', …)
-- range: ram_unit in ('MB', 'MBPerCore', 'MBPerCoreFixed', …)
-- range: cpu_time_unit in ('HS06sPerEvent', 'HS06sPerEventFixed', 'mHS06sPerEvent',
-- 'mHS06sPerEventFixed', …)
-- range: out_disk_unit, work_disk_unit in ('kB', 'MB', 'GB', 'kBPerEvent',
-- 'MBPerEvent', 'GBPerEvent', …)
-- settable: ram_count, base_ram_count, merge_ram_count, cpu_time, walltime
-- settable: base_walltime, work_disk_count, out_disk_count, io_intensity, disk_io
-- settable: task_priority, current_priority, core_count
create table task (
    jedi_task_id      BIGINT,
    prod_source_label VARCHAR,
    vo                VARCHAR,
    cloud             VARCHAR,
    site              VARCHAR,
    nucleus           VARCHAR,
    gshare            VARCHAR,
    workqueue_id      BIGINT,
    resource_type     VARCHAR,
    processing_type   VARCHAR,
    working_group     VARCHAR,
    user_name         VARCHAR,  -- may be a DN; the Rucio account
    orig_user_name    VARCHAR,  -- plain name, the key of user statistics
    task_priority     BIGINT,  -- taskPriority of JEDI: that of the submission
    current_priority  BIGINT,
    status            VARCHAR,
    frozen_time       TIMESTAMP,  -- first failure since the last successful cycle; NULL after a success (the page's last successful cycle)
    parent_tid        BIGINT,
    event_service     BIGINT,
    use_jumbo         VARCHAR,  -- D = its jumbo jobs are switched off; W R P L and NULL leave NJ in force
    architecture      VARCHAR,
    trans_home        VARCHAR,  -- release and cache of the transformation, as Athena-24.0.31; NULL = none
    trans_uses        VARCHAR,  -- base release of the transformation, as Atlas-21.0.15; NULL = none
    container_name    VARCHAR,
    core_count        BIGINT,  -- cores; 0 = any
    merge_core_count  BIGINT,  -- cores of merge jobs; NULL = as of others
    ram_count         BIGINT,  -- in ram_unit
    ram_unit          VARCHAR,  -- MB MBPerCore MBPerCoreFixed
    base_ram_count    BIGINT,  -- MB, of a job beside ram_count
    merge_ram_count   BIGINT,  -- MB, of a merge job
    walltime          BIGINT,  -- s per MB of input
    walltime_unit     VARCHAR,  -- unit of `walltime`; NULL = none
    cpu_time          BIGINT,  -- in cpu_time_unit: work of an event
    cpu_time_unit     VARCHAR,  -- HS06sPerEvent mHS06sPerEvent HS06sPerEventFixed
    cpu_efficiency    BIGINT,  -- %, of the CPU that jobs use; NULL = 100
    base_walltime     BIGINT,  -- s, of a job beside its events
    out_disk_count    BIGINT,  -- in out_disk_unit: output per MB of input, or per event
    out_disk_unit     VARCHAR,  -- kB MB GB, with PerEvent
    work_disk_count   BIGINT,  -- in work_disk_unit: work space of a job
    work_disk_unit    VARCHAR,  -- unit of work_disk_count: kB, MB, GB
    io_intensity      BIGINT,  -- kB/s, input and output of a job over its time
    disk_io           BIGINT,  -- kB/s, of a job on the disk of the worker node
    split_rule        VARCHAR,  -- TT=value tokens, comma separated
    task_params       JSON,  -- keys read: taskBrokerOnMaster, includedSite, excludedSite (list or comma list)
    n_ready_events    BIGINT,  -- events of the task that are ready for jumbo jobs
    modification_time TIMESTAMP,  -- optional; when the task last changed, UTC; NULL = due. A history should hold it
    campaign          VARCHAR,  -- optional; campaign, for share tagging
    trans_path        VARCHAR,  -- optional; transformation, for share tagging
    n_jobs            BIGINT  -- optional; jobs of the task, for its classification
);
