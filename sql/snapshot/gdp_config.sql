-- title: PanDA CONFIG
-- key: app, component, key, vo
-- key nulls: vo
-- range: type in ('str', 'string', 'int', 'integer', 'float', 'bool', 'boolean',
-- 'json', …)
create table gdp_config (
    app       VARCHAR,  -- application of PanDA that reads the key: jedi, pandaserver …
    component VARCHAR,
    key       VARCHAR,
    vo        VARCHAR,
    type      VARCHAR,
    value     VARCHAR
);
