-- Memory, scratch space and policies of the synthetic queues.
update queue
set
    max_rss = coalesce(core_count, 8)
    * pick_by(
        u('rss', queue_order), [0.33, 0.6, 0.81, 0.95, 0.985], [6000, 2000, 4000, 3000, 4500, 0]
    ),
    min_rss = pick_by(u('min_rss', queue_order), [0.987], [0, 1000]),
    max_wdir = 1000
    * whole(
        exp(
            ladder(
                u('scratch', queue_order),
                [0, 0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 1],
                [2.3, 2.7, 3.71, 4.6, 5.08, 5.32, 5.86, 8.53]
            )
        )
    ),
    max_disk_io = pick_by(
        u('disk_io', queue_order),
        [0.76, 0.81, 0.86, 0.9, 0.93, 0.97],
        [null, 500, 1000, 5000, 3000, 20000, 200]
    ),
    fairshare_policy = pick_by(
        u('fairshare', queue_order),
        [0.7, 0.78, 0.85, 0.88, 0.91, 0.93, 0.95, 0.97, 0.98, 0.99],
        [
            null,
            'type=evgen:100%,type=simul:100%,type=any:0%',
            'type=simul:100%,type=any:0%',
            'priority>500:0',
            'priority>400:0',
            'priority>500:0,type=simul:100%,type=any:0%',
            'type=evgen:0%,type=simul:0%,type=any:100%',
            'type=evgen:100%,type=any:0%',
            'group=(AP_HIGG|AP_SUSY):0%',
            'gshare=Express:100%,gshare=any:50%',
            'priority<6000:0'
        ]
    ),
    workflow = pick_by(
        u('workflow', queue_order),
        [0.58, 0.81, 0.92, 0.975],
        ['pull_ups', 'push', 'pull', 'push_noheartbeat', null]
    ),
    job_seed = pick_by(
        u('seed', queue_order), [0.9, 0.955, 0.975, 0.99], ['std', 'eshigh', 'es', 'all', null]
    ),
    wn_connectivity = pick_by(
        u('connectivity', queue_order),
        [0.7, 0.85, 0.92, 0.96, 0.99],
        ['full#IPv4', 'http#IPv4', 'full', 'http', 'none', 'full#IPv6']
    )
;
