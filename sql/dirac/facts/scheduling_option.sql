-- title: options of JobScheduling in force: of vo and setup, of the vo, the defaults
-- grain: path
-- source: Job Priority Handling page,
-- source: "/Operations/<vo>/<setup>/JobScheduling/ShareCorrections"
-- source: spec/dirac.md 6.4; a text may repeat the name of the section it belongs to
-- nulls: a vo that the snapshot does not know has no say
with
    known as (
        select list(distinct vos.vo) as vos
        from
            (
                select snapshot.vo
                from snapshot
                union all
                select dirac_group.vo
                from dirac_group
            ) as vos
    ),

    placed as (
        select
            cfg_option.*,
            regexp_extract(cfg_option.path, '(?:^|/)Operations/([^/]+)', 1) as vo,
            regexp_extract(
                cfg_option.path, '(?:^|/)Operations/[^/]+/([^/]+)/JobScheduling', 1
            ) as setup,
            scheduling_path(cfg_option.path) as own_path
        from cfg_option
    )

select placed.own_path as path, placed.value, placed.text_no, placed.line_no
from placed
cross join known
cross join cfg
where
    placed.own_path <> ''
    and (placed.vo in ('', 'Defaults') or list_contains(known.vos, placed.vo))
qualify
    row_number() over (
        partition by placed.own_path
        order by
            placed.vo in ('', 'Defaults'),
            placed.setup = '',
            placed.setup <> cfg.default_setup,
            placed.text_no,
            placed.line_no
    )
    = 1
