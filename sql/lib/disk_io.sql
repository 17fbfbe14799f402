-- title: disk I/O limit of a queue
-- note: kB/s per core, unset and 0 mean the default, 0 there none
create or replace macro disk_io_limit(queue_limit, default_limit) as
    case
        when queue_limit > 0 then queue_limit
        when default_limit > 0 then default_limit
        else 10000000000
    end;
