-- title: DIRAC site mask
create table dirac_site_mask (
    site   VARCHAR,
    status VARCHAR
);
