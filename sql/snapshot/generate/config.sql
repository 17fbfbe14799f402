-- Settings as an installation has them. What is not here takes the default of the
-- profile.
insert into gdp_config by name
with
    settings(app, component, key, vo, type, value) as (
        values
            ('jedi', 'jobbroker', 'NW_ACTIVE', 'atlas', 'bool', 'True'),
            ('jedi', 'jobbroker', 'NW_QUEUE_IMPORTANCE', null, 'float', '0.5'),
            ('jedi', 'jobbroker', 'NW_THRESHOLD', 'atlas', 'float', '1.7'),
            ('jedi', 'jobbroker', 'NQUEUED_SAT_CAP', 'atlas', 'int', '150'),
            ('jedi', 'jobbroker', 'IO_INTENSITY_CUTOFF', 'atlas', 'int', '200'),
            ('jedi', 'jobbroker', 'SIZE_CUTOFF_TO_MOVE_INPUT', 'atlas', 'int', '10'),
            ('jedi', 'jobbroker', 'MAX_DISKIO_DEFAULT', 'atlas', 'int', '3000'),
            ('jedi', 'jobbroker', 'MIN_WEIGHT_managed_Upgrade', 'atlas', 'float', '0.2'),
            ('jedi', 'jobbroker', 'NQUEUELIMITSITE_MC Default Full', 'atlas', 'int', '60'),
            ('jedi', 'jobbroker', 'NQUEUELIMITSITE_Derivations MC', 'atlas', 'int', '40'),
            ('jedi', 'jobbroker', 'NQUEUELIMITSITE_Express', 'atlas', 'int', '100'),
            ('jedi', 'core', 'WORK_SHORTAGE', 'atlas', 'bool', 'False'),
            ('jedi', 'taskbrokerage', 'DISK_THRESHOLD', null, 'int', '100'),
            ('jedi', 'taskbrokerage', 'DISK_THRESHOLD_Derivations MC', 'atlas', 'int', '150'),
            ('jedi', 'taskbrokerage', 'NQUEUED_NUC_CAP', null, 'int', '2000'),
            ('jedi', 'anal_jobbroker', 'BASE_QUEUE_LENGTH_PER_PQ', 'atlas', 'int', '100'),
            ('jedi', 'anal_jobbroker', 'BASE_EXPECTED_WAIT_HOUR_ON_PQ', 'atlas', 'int', '8'),
            ('jedi', 'anal_jobbroker', 'TW_DONE_JOB_STAT', 'atlas', 'int', '6'),
            ('pandaserver', 'prio_mgr', 'CAP_RUNNING_USER_JOBS', null, 'int', '10000'),
            ('pandaserver', 'prio_mgr', 'CAP_RUNNING_USER_CORES', null, 'int', '10000'),
            ('pandaserver', 'prio_mgr', 'CAP_RUNNING_GROUP_JOBS', null, 'int', '20000'),
            ('pandaserver', 'prio_mgr', 'CAP_RUNNING_GROUP_CORES', null, 'int', '20000')
    )

select app, component, key, vo, type, value
from settings
;
