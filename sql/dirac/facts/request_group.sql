-- title: the owner groups that a resource takes jobs of
-- grain: seq
-- source: T025, T026
-- nulls: NULL is no condition: a pilot that is not generic and of no group, or a generic
-- one of no vo; empty for a vo that has no groups, of which no jobs are taken; vo is empty
-- where it is not known
-- differs: in DIRAC's code of today a generic pilot takes the groups that it sends, else
-- those of its vo, which is that of the group that asks; any other pilot takes the group
-- that asks
with
    named as (
        select compared_name(dirac_group.group_name, cfg.collation) as owner_group, dirac_group.vo
        from dirac_group
        cross join cfg
    ),
    vo_groups as (
        select vo, list(distinct owner_group order by owner_group) as groups
        from named
        where vo is not null
        group by vo
    ),
    group_vo as (select owner_group, max(vo) as vo from named group by owner_group),
    sent as (
        select
            dirac_pilot.seq,
            coalesce(group_vo.vo, dirac_pilot.vo) as vo,
            coalesce(dirac_pilot.is_generic, false) as is_generic,
            case
                when cfg.requester_groups
                then value_set([dirac_pilot.requester_group], cfg.collation)
            end as requester_groups,
            value_set(dirac_pilot.owner_group, cfg.collation) as groups,
            compared_name(
                coalesce(user_alias.user_name, nullif(dirac_pilot.owner, '')), cfg.collation
            ) as owner
        from dirac_pilot
        cross join cfg
        left join user_alias on dirac_pilot.owner = user_alias.dn
        left join
            group_vo
            on compared_name(dirac_pilot.requester_group, cfg.collation) = group_vo.owner_group
    )

select
    sent.seq,
    coalesce(known_vo.vo, '') as vo,
    case
        when not sent.is_generic
        then coalesce(sent.requester_groups, sent.groups)
        when cfg.generic_groups = 'vo' and sent.vo is not null
        then coalesce(sent.groups, vo_groups.groups, [])
        when cfg.generic_groups = 'vo'
        then sent.groups
    end as groups,
    case when not sent.is_generic or cfg.generic_groups = 'vo' then sent.owner end as owner
from sent
left join vo_groups on sent.vo = vo_groups.vo
left join known_vo on sent.vo = known_vo.vo
cross join cfg
