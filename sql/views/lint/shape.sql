-- title: what lint needs of the result tables of a run, whichever of them it has
create table shape_verdict (policy varchar, reject_mask bigint);

create table shape_weighed (policy varchar, criterion varchar);

create table shape_result (policy varchar, criterion varchar);

create table shape_action (policy varchar, rule_id varchar);

create table shape_match (policy varchar, criterion varchar);

create table shape_criterion (
    policy varchar,
    bit int,
    step int,
    criterion varchar,
    file varchar
);
