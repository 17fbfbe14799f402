-- The time of the file, its records and its usable links. The time is the newest
-- stamp that is at most an hour after the median stamp, so that one broken clock
-- does not decide.
with
    middles as (select quantile_disc(stamp, 0.5) as middle from network_value),

    newest as (
        select max(network_value.stamp) as newest
        from network_value
        cross join middles
        where network_value.stamp <= middles.middle + interval 1 hour
    ),
    links as (
        select count(*) as n_records, count(*) filter (where problem is null) as n_links
        from network_link
    )

select newest.newest, links.n_records, links.n_links
from newest
cross join links
;
