-- title: vos and setups that may have options of their own, and all of them together
-- grain: realm
-- nulls: the empty realm is for all together, its setup the one that is preferred; an
-- empty vo or setup is for all that have none of their own
select '' as realm, '' as vo, compared_name(default_setup, cfg.collation) as setup
from cfg
union all
select concat_ws('/', known_vo.vo, named.setup) as realm, known_vo.vo, named.setup
from known_vo
cross join
    (
        select '' as setup
        union
        select setup
        from placed_option
    ) as named
