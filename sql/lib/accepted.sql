-- title: what sites and bans leave of what jobs accept
-- of the sites of a resource, those that jobs accept and do not ban
create or replace macro accepted_sites(sites, asked, banned) as
    list_filter(
        sites,
        lambda site: coalesce(list_contains(asked, site), true)
        and not coalesce(list_contains(banned, site), false)
    );

-- whether jobs accept a site, and every such site refuses them
create or replace macro is_wholly_limited(limited, accepted) as
    len(accepted) > 0 and list_has_all(limited, accepted);
