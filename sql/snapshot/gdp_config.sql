-- title: PanDA CONFIG
-- key: app, component, key, vo
-- key nulls: vo
create table gdp_config (
    app       VARCHAR,
    component VARCHAR,
    key       VARCHAR,
    vo        VARCHAR,
    type      VARCHAR,
    value     VARCHAR
);
