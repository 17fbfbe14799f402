-- title: DIRAC users
create table dirac_user (
    user_name VARCHAR,
    dn        VARCHAR
);
