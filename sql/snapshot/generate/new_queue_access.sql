-- Access to data and what else CRIC knows of the synthetic queues.
update queue
set
    direct_access_lan = u('access', queue_order) < 0.43
    or u('access', queue_order) >= 0.92,
    direct_access_wan = u('access', queue_order) < 0.75,
    is_cvmfs = u('cvmfs', queue_order) < 0.947,
    catchall = pick_by(
        u('catchall', queue_order),
        [0.68, 0.72, 0.76, 0.84, 0.89, 0.925, 0.94, 0.97, 0.985],
        [
            null,
            'Pull',
            'use_only_local_data',
            'jobseed=all,es_to_zip,zip_time_gap=3600',
            'es_to_zip',
            'useJumboJobs,minEventsForJumbo=5000',
            'disableReassign',
            'bareNucleus=allow',
            'bareNucleus=only',
            'NO_PILOT_TIME_LIMIT_KILL'
        ]
    ),
    params = pick_by(
        u('params', queue_order),
        [0.6, 0.96, 0.98],
        [
            '{"unified_dispatch": true}',
            '{}',
            '{"unified_dispatch": true, "max_io_intensity": 1500}',
            '{"unified_dispatch": true, "max_io_intensity": 400}'
        ]
    ),
    resource_category = case
        when contains(queue_name, '_GPU')
        then 'gpu'
        when contains(queue_name, '_HPC')
        then 'hpc'
        else
            pick_by(
                u('category', queue_order),
                [0.83, 0.91, 0.98],
                ['GRID', 'hpc', 'cloud', 'hpc_special']
            )
    end
;
