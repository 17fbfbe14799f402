-- title: what sites and bans leave of what jobs accept
-- note: whether bans leave nothing that is accepted; a single ban is enough by itself
create or replace macro is_wholly_banned(n_common, banned, accepted) as
    n_common > 0 and (len(banned) = 1 or n_common = len(accepted));

-- whether jobs ask for every banned value
create or replace macro asks_for_all(n_common, banned) as
    coalesce(n_common = len(banned), false);

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
