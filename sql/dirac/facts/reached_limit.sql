-- title: limits that are reached at a site, or a CE of it, that a resource stands for
-- grain: place_no, site, ce, attribute, value
-- nulls: a resource that sends no site has no limits
-- note: limits of a CE apply if the resource sends that CE
with
    places as (
        select distinct place_no, vo, sites, coalesce(grid_ces, []) || [''] as grid_ces
        from request_place
        where sites is not null
    )

select
    places.place_no,
    places.sites,
    limit_state.site,
    limit_state.ce,
    limit_state.attribute,
    limit_state.value,
    format(
        '{} {} at {}: {} of {} jobs run',
        limit_state.attribute,
        limit_state.value,
        limit_state.site,
        limit_state.n_running,
        limit_state.max_jobs
    ) as detail,
    count(distinct limit_state.attribute) over at_site as n_attributes,
    count(distinct limit_state.value) over of_attribute as n_values,
    list_sort(list(distinct limit_state.site) over of_place) as limited_sites
from places
inner join
    limit_state
    on places.vo = limit_state.vo
    and list_contains(places.sites, limit_state.site)
    and list_contains(places.grid_ces, limit_state.ce)
where limit_state.is_reached
window
    of_place as (partition by places.place_no),
    at_site as (partition by places.place_no, limit_state.site),
    of_attribute as (partition by places.place_no, limit_state.site, limit_state.attribute)
