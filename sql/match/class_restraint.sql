-- title: kinds of requests whose sites have limits or delays, and whether any is a
-- delay
-- grain: class_id
select class_id, bool_or(site in (select token.site from token)) as is_delayed
from class_site
where
    site in (
        select limit_state.site
        from limit_state
        union
        select token.site
        from token
    )
group by class_id
