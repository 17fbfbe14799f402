-- The server's clock, in UTC.
select now() at time zone 'UTC' as now
