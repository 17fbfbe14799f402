-- title: every list that a resource sends, numbered
-- grain: offered_no
-- note: conditions compare lists; the same list is compared once
with
    sent as (
        select
            unnest(
                [
                    request.sites,
                    request.grid_ces,
                    request.platforms,
                    request.job_types,
                    request.tags,
                    request.required_tags,
                    request.pilot_types,
                    request.submit_pools,
                    request.grid_middlewares
                ]
            ) as items
        from request
        union
        select
            unnest(
                [
                    request_ban.sites,
                    request_ban.grid_ces,
                    request_ban.platforms,
                    request_ban.job_types,
                    request_ban.tags
                ]
            ) as items
        from request_ban
    )

select row_number() over (order by sent.items) as offered_no, sent.items
from sent
where sent.items is not null
