-- title: limits and delays of sites, as requests that were served have used them
-- note: matches of the same cycle count
create table limit_state as
select
    limit_state.site,
    limit_state.ce,
    limit_state.attribute,
    limit_state.value,
    limit_state.max_jobs,
    limit_state.n_running,
    limit_state.is_reached,
    limit_state.is_reached as is_recorded
from limit_state
;

create table token as
select
    delay_rule.site,
    delay_rule.attribute,
    delay_rule.value,
    delay_rule.delay_s,
    delay_rule.burst,
    first_bucket(delay_rule.burst, delay_rule.n_left, delay_rule.since) as bucket
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
