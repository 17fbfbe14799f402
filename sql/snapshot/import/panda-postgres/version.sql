-- What the server says about itself.
select
    (
        select major || '.' || minor || '.' || patch from pandadb_version where component = 'PanDA'
    ) as schema_version,
    current_setting('server_version') as server_version,
    current_setting('transaction_isolation') as isolation
