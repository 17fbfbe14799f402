-- criterion: -innum
-- label: data check
-- title: the nucleus holds less than INPUT_NUM_FRACTION of the files of the input
-- class: policy
-- source: C021, C029, C030
-- bounds: exactly the fraction fails on the page, passes in the running system
-- nulls: a task is not checked for which any of these holds: it has no input; its
-- input has at most INPUT_NUM_THRESHOLD files; it has waited longer than
-- DATA_LOCATION_CHECK_PERIOD days; it pre-stages and the nucleus has a file of it
-- differs: exactly the fraction; the priority below is taskPriority on the page,
-- currentPriority in the running system
-- note: held is what is there on disk or tape; where no nucleus holds enough, a task
-- passes whose priority is at least MAX_TASK_PRIO_WITH_LOCAL_DATA, or whose input is at
-- most MIN_INPUT_SIZE_WITH_LOCAL_DATA GB at an ioIntensity of at most
-- MIN_IO_INTENSITY_WITH_LOCAL_DATA
select
    pair_data.*,
    format(
        'holds {} of {} files, {} % asked',
        pair_data.n_any,
        pair_data.n_files,
        cfg.input_num_fraction
    ) as detail
from pair_data
cross join cfg
where pair_data.lacks_number and not pair_data.is_check_lifted
