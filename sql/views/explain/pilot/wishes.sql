-- title: lists that a pilot could send instead to meet a task queue, as they are
-- written
-- grain: column_name
-- note: what is sent with more stands before that alone
-- note: of most lists one value in common will do, of tags all are asked for; what is
-- required may not be in the way
with
    known_site as (select distinct unnest(site) as site from dirac_pilot),

    open_site as (
        select list(known_site.site order by known_site.site) as sites
        from known_site
        cross join task_queue
        where
            task_queue.tq_id = $2
            and not list_contains(coalesce(task_queue.banned_sites, []), known_site.site)
    ),
    options as (
        select
            wish.column_name,
            wish.sent,
            if(wish.takes_all, [wish.asked], list_transform(wish.asked, lambda word:[word])) as more
        from dirac_pilot as pilot
        cross join task_queue as queue
        cross join open_site
        cross join
            lateral
            (
                values
                    ('site', pilot.site, coalesce(queue.sites, open_site.sites), false),
                    ('grid_ce', pilot.grid_ce, queue.grid_ces, false),
                    ('platform', pilot.platform, queue.platforms, false),
                    ('job_type', pilot.job_type, queue.job_types, false),
                    ('owner_group', pilot.owner_group, [queue.owner_group], false),
                    ('tag', pilot.tag, queue.tags, true),
                    ('required_tag', [], list_intersect(pilot.required_tag, queue.tags), true)
            ) as wish(column_name, sent, asked, takes_all)
        where pilot.seq = $1 and queue.tq_id = $2 and wish.asked is not null
    )

select
    column_name,
    list_transform(
        list_transform(
            more,
            lambda words:list_filter(sent, lambda word: not list_contains(words, word)) || words
        )
        || more,
        lambda words:words::varchar
    ) as choices
from options
