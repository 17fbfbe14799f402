-- The eight types seen in production (spec: site model): cores 1 or at least 2, MB
-- per core up to 1000, 2000, 3000 and above. A queue's children exist only where
-- the lower core bound is known.
insert into resource_type
    (resource_name, min_core, max_core, min_ram_per_core, max_ram_per_core)
values
    ('SCORE_LOMEM', 1, 1, 0, 1000),
    ('SCORE', 1, 1, 1001, 2000),
    ('SCORE_HIMEM', 1, 1, 2001, 3000),
    ('SCORE_VHIMEM', 1, 1, 3001, null),
    ('MCORE_LOMEM', 2, null, 0, 1000),
    ('MCORE', 2, null, 1001, 2000),
    ('MCORE_HIMEM', 2, null, 2001, 3000),
    ('MCORE_VHIMEM', 2, null, 3001, null)
;
