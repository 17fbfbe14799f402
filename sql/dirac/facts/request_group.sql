-- title: the owner groups that a resource takes jobs of
-- grain: seq
-- source: T025, T026
-- nulls: NULL is no condition: the pilot is not private; not is_generic and a group
-- sent make it so; empty for a vo that has no groups, of which no jobs are taken
-- differs: in DIRAC's code of today a generic pilot takes the groups of its vo
with
    vo_groups as (
        select
            dirac_group.vo,
            value_set(
                list(dirac_group.group_name order by dirac_group.group_name),
                any_value(cfg.collation)
            ) as groups
        from dirac_group
        cross join cfg
        where dirac_group.vo is not null
        group by dirac_group.vo
    ),
    sent as (
        select
            dirac_pilot.seq,
            dirac_pilot.vo,
            coalesce(dirac_pilot.is_generic, false) as is_generic,
            offered_set(dirac_pilot.owner_group, cfg.any_values, cfg.collation) as groups,
            compared_name(
                coalesce(user_alias.user_name, nullif(dirac_pilot.owner, '')), cfg.collation
            ) as owner,
            cfg.any_values and says_any([dirac_pilot.owner]) as is_any_owner
        from dirac_pilot
        left join user_alias on dirac_pilot.owner = user_alias.dn
        cross join cfg
    )

select
    sent.seq,
    coalesce(known_vo.vo, '') as vo,
    not sent.is_generic and sent.groups is not null as is_private,
    case
        when not sent.is_generic
        then sent.groups
        when cfg.generic_groups = 'vo' and sent.vo is not null
        then coalesce(vo_groups.groups, [])
    end as groups,
    case
        when not sent.is_generic and not coalesce(sent.is_any_owner, false) then sent.owner
    end as owner
from sent
left join vo_groups on sent.vo = vo_groups.vo
left join known_vo on sent.vo = known_vo.vo
cross join cfg
