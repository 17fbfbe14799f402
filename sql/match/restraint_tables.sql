-- title: limits and delays of sites, as requests that were served have used them
-- note: matches of the same cycle count
create table limit_state as
select
    vo,
    site,
    ce,
    attribute,
    value,
    max_jobs,
    n_running,
    is_reached,
    is_reached as is_recorded
from limit_state
;

create table token as
select
    vo,
    site,
    attribute,
    value,
    delay_s,
    burst,
    first_bucket(burst, n_left, since) as bucket
from delay_rule
;

create table limited_pair (class_id bigint, tq_id bigint)
;

create table block_token (
    seq bigint, site varchar, attribute varchar, value varchar, n_left double
)
;

create table withheld (seq bigint, tq_id bigint)
;

create table restraint_cut (seq bigint)
;
