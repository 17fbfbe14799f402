-- title: DIRAC site mask
-- range: status in ('Active', 'Banned', 'Degraded', 'Probing', 'Error', 'InActive', …)
create table dirac_site_mask (
    site   VARCHAR,
    status VARCHAR
);
