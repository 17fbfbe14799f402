-- title: sizes as JEDI states them
-- note: the unit's prefix counts, NULL and negative counts are 0
create or replace macro bytes_of(amount, unit) as
    greatest(amount, 0)::double * case
        when unit like 'GB%' then 1073741824
        when unit like 'MB%' then 1048576
        when unit like 'kB%' then 1024
        else 1
    end::double;

create or replace macro whole_mb(bytes) as floor(bytes / 1048576::double);

-- bytes in terabytes, for people
create or replace macro terabytes(n_bytes) as n_bytes / 1e12::double;

create or replace macro whole_gb(n_bytes) as trunc(n_bytes / 1073741824::double);
