-- title: running against queued jobs
-- source: C128, C130, C131, O046, O048
-- nulls: no statistics count as no jobs
-- differs: manyAssigned is assigned / activated on the page, with 1 added to both in
-- the running system; assigned jobs do not count where the input is local, in both
with
    crowded as (
        select
            pair_load.*,
            case
                when cfg.many_assigned_mode = 'smoothed'
                then (pair_load.n_assigned + 1)::double / (pair_load.n_activated + 1)
                when pair_load.n_activated = 0
                then if(pair_load.n_assigned = 0, 1, cfg.many_assigned_max)
                else pair_load.n_assigned::double / pair_load.n_activated
            end as pressure
        from pair_load
        cross join cfg
    )

select
    crowded.*,
    (crowded.n_running + 1)::double / (
        crowded.n_activated
        + crowded.n_starting
        + crowded.n_defined
        + cfg.load_offset
        + if(crowded.is_local, 0, crowded.n_assigned)
    )
    / if(crowded.is_local, 1, greatest(1, least(cfg.many_assigned_max, crowded.pressure))) as load
from crowded
cross join cfg
