create or replace temp table remark (
    place   BIGINT,
    subject VARCHAR,
    text    VARCHAR
)
;
