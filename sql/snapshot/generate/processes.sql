-- What production and users run: part of the tasks, share, input, part with eight
-- cores, MB per core with eight cores and with one, HS06 s per event, events per
-- job (0: whole files), files per job, kB out per event, kB/s read.
create or replace temp table world_process as
with
    processes(processing_type, is_user, part, gshare, input_kind, multi_part, ram_low, ram_high, score_ram, cpu_low, cpu_high, n_events, n_files, out_kb, io_low, io_high) as (
                values
                    ('evgen', false, 0.10, 'MC Default Full', null, 0.3, 300, 1600, 1900, 5, 120, 5000, 1, 60, 2, 40),
                    ('simul', false, 0.31, 'MC Default Full', 'EVNT', 0.97, 350, 1800, 2000, 400, 2500, 1000, 1, 700, 10, 120),
                    ('overlay', false, 0.03, 'MC Default Fast', 'HITS', 0.9, 900, 1900, 2200, 30, 200, 2000, 1, 900, 150, 700),
                    ('pile', false, 0.17, 'MC Default Full', 'HITS', 0.95, 1300, 2900, 3500, 80, 450, 2000, 1, 600, 150, 1200),
                    ('recon', false, 0.03, 'MC Default Full', 'RAW', 0.9, 1500, 2500, 3000, 50, 250, 0, 1, 500, 300, 1800),
                    ('reprocessing', false, 0.05, 'Reprocessing default', 'RAW', 0.97, 1600, 2600, 3500, 60, 250, 0, 1, 500, 400, 2500),
                    ('deriv', false, 0.19, 'Derivations MC', 'AOD', 0.7, 1100, 2700, 3000, 2, 20, 0, 1, 40, 800, 5000),
                    ('merge', false, 0.06, 'MC Merge', 'UNMERGED', 0, 1000, 1500, 1900, 1, 4, 0, 10, 300, 500, 3000),
                    ('validation', false, 0.04, 'validation', 'EVNT', 0.6, 800, 2000, 2000, 100, 900, 500, 1, 500, 10, 200),
                    ('urgent', false, 0.02, 'Express', 'AOD', 0.7, 1000, 2000, 2000, 5, 40, 0, 2, 60, 300, 2000),
                    ('panda-client-1.5.7-jedi-run', true, 0.55, 'User Analysis', 'DAOD', 0.03, 1000, 2000, 2000, 1, 12, 0, 3, 4, 100, 5000),
                    ('panda-client-1.5.7-jedi-athena', true, 0.25, 'User Analysis', 'DAOD', 0.03, 1000, 2000, 2500, 1, 30, 0, 5, 6, 100, 4000),
                    ('panda-client-1.5.5-jedi-run', true, 0.13, 'User Analysis', 'NTUP', 0.05, 500, 2000, 1800, 1, 5, 0, 5, 2, 20, 2500),
                    ('panda-client-1.5.5-jedi-athena', true, 0.07, 'User Analysis', null, 0.1, 500, 2000, 2000, 5, 60, 2000, 1, 20, 1, 30)
    )

select
    *,
    (sum(part) over (partition by is_user order by processing_type) - part)::double as low
from processes
;
