-- title: options of JobScheduling in force: of vo and setup, of the vo, the defaults
-- grain: realm, path
-- source: P020
-- source: "/Operations/<vo>/<setup>/JobScheduling/ShareCorrections"
-- nulls: in the empty realm any vo and setup has a say, also a vo that no group is of,
-- behind those that are known
select
    scheduling_realm.realm,
    placed_option.path,
    placed_option.value,
    placed_option.text_no,
    placed_option.line_no
from scheduling_realm
cross join cfg
inner join
    placed_option
    on scheduling_realm.realm = ''
    or placed_option.vo in ('', scheduling_realm.vo)
    and placed_option.setup
    in ('', compared_name('Defaults', cfg.collation), scheduling_realm.setup)
left join known_vo on placed_option.vo = known_vo.vo
qualify
    row_number() over (
        partition by scheduling_realm.realm, placed_option.path
        order by
            placed_option.vo = '',
            known_vo.vo is null,
            placed_option.setup = '',
            placed_option.setup <> scheduling_realm.setup,
            placed_option.text_no,
            placed_option.line_no
    )
    = 1
