-- title: where the tables of the snapshot come from, and what an import said of them
-- note: written by snapshot import, snapshot generate --complete and watch
-- key: snapshot_table, source
-- range: state in ('read', 'kept', 'invented')
-- range: n_rows between 0 and 1e18
create table table_source (
    snapshot_table        VARCHAR,  -- table of the snapshot
    source            VARCHAR,  -- file, or name of the configured source
    kind              VARCHAR,  -- panda-postgres dirac-mariadb cric ... generated
    state             VARCHAR,  -- read; kept: from an earlier snapshot, since the source failed; invented: by the generator
    read_time         TIMESTAMP,  -- UTC; of the clock of the server, or when the file was read
    origin            VARCHAR,  -- file with the beginning of its SHA-256, or server with schema version and isolation
    n_rows            BIGINT,  -- rows that were read
    findings          VARCHAR[],  -- what should be known of it
    estimated_columns VARCHAR[],  -- columns that the source lacks, filled by an estimate
    sql_hash          VARCHAR  -- SHA-256 of the statements that read it
);
