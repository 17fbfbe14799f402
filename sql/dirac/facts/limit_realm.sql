-- title: which options of JobScheduling say the limits and delays of the pilots of a vo
-- grain: vo
-- source: DIRAC's code of today
-- nulls: the empty vo is of pilots whose vo is not known; any vo has a say there
-- note: of a vo with several setups those of the default setup
select scheduling_realm.vo, scheduling_realm.realm
from scheduling_realm
cross join cfg
where
    scheduling_realm.realm = ''
    or (
        scheduling_realm.vo <> ''
        and scheduling_realm.setup in ('', compared_name(cfg.default_setup, cfg.collation))
    )
qualify
    row_number() over (partition by scheduling_realm.vo order by scheduling_realm.setup = '') = 1
