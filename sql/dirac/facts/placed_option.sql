-- title: options of JobScheduling with the vo and the setup that they are said of
-- grain: text_no, line_no
-- source: "/Operations/<vo>/<setup>/JobScheduling/ShareCorrections"
-- nulls: vo and setup are empty where the path names none, vo also for Defaults
-- note: a text may repeat the name of the section it belongs to
with
    placed as (
        select
            text_no,
            line_no,
            scheduling_path(cfg_option.path) as path,
            value,
            regexp_replace(
                regexp_extract(cfg_option.path, '(?:^|/)Operations/([^/]+)', 1), '^Defaults$', ''
            ) as vo,
            regexp_extract(
                cfg_option.path, '(?:^|/)Operations/[^/]+/([^/]+)/JobScheduling', 1
            ) as setup
        from cfg_option
    )

select
    placed.text_no,
    placed.line_no,
    placed.path,
    placed.value,
    placed.vo,
    compared_name(placed.setup, cfg.collation) as setup
from placed
cross join cfg
where placed.path <> ''
