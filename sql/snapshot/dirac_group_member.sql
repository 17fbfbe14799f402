-- title: members of DIRAC groups
create table dirac_group_member (
    group_name VARCHAR,
    user_name  VARCHAR
);
