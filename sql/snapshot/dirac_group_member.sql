-- title: members of DIRAC groups
-- reference: group_name -> dirac_group.group_name
create table dirac_group_member (
    group_name VARCHAR,
    user_name  VARCHAR
);
