-- Kinds of input data: size of a file (MB), events in it, files of a dataset,
-- copies on disk, chance of a tape copy and of a virtual placement, part of the
-- data pool.
create or replace temp table world_kind as
with
    kinds(kind, kind_no, scope, tail, mb_low, mb_high, events_low, events_high, files_low, files_high, copies, tape_chance, virtual_chance, pool_part) as (
        values
            ('EVNT', 1, 'mc23_13p6TeV', 'evgen.EVNT', 60, 300, 2000, 10000, 5, 400, 2.2, 0.15, 0, 0.22),
            ('HITS', 2, 'mc23_13p6TeV', 'simul.HITS', 400, 1400, 1000, 2000, 20, 2000, 2.0, 0.35, 0, 0.14),
            ('RAW', 3, 'data24_13p6TeV', 'physics_Main.daq.RAW', 1500, 3500, 1500, 4000, 50, 3000, 1.4, 0.95, 0, 0.08),
            ('AOD', 4, 'mc23_13p6TeV', 'recon.AOD', 1000, 3500, 4000, 10000, 5, 600, 2.2, 0.55, 0.1, 0.16),
            ('UNMERGED', 5, 'mc23_13p6TeV', 'simul.HITS', 80, 300, 200, 500, 30, 800, 1.3, 0, 0, 0.05),
            ('DAOD', 6, 'mc23_13p6TeV', 'deriv.DAOD_PHYS', 300, 3000, 5000, 50000, 2, 200, 2.6, 0.05, 0.3, 0.25),
            ('NTUP', 7, 'user', 'output.root', 20, 800, 1000, 50000, 2, 300, 1.2, 0, 0, 0.10),
            ('MINBIAS', 8, 'mc23_13p6TeV', 'merge.HITS', 600, 1000, 2000, 2000, 2000, 2000, 14, 0.3, 0, 0),
            ('DBRELEASE', 9, 'ddo', 'DBRelease', 300, 320, null, null, 1, 1, 8, 0, 0, 0)
    )

select kind, kind_no, scope, tail, mb_low, mb_high, events_low, events_high, files_low, files_high, copies, tape_chance, virtual_chance, pool_part
from kinds
;
