-- title: text of DIRAC's Operations section, one row per section path
-- note: DIRAC's CFG syntax (JobScheduling, ShareCorrections ...)
create table dirac_cfg (
    path    VARCHAR,
    content VARCHAR
);
