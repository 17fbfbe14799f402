-- title: limits that are reached at a site, or a CE of it, that a resource stands for
-- grain: stand_no, site, ce, attribute, value
-- nulls: a resource that sends no site has no limits
-- note: limits of a CE apply if the resource sends that CE
with
    stands as (
        select distinct
            request_list.stand_no,
            request.sites,
            coalesce(request.grid_ces, []) || [''] as grid_ces
        from request
        inner join request_list using (seq)
        where request.sites is not null
    )

select
    stands.stand_no,
    stands.sites,
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
    list_sort(list(distinct limit_state.site) over of_stand) as limited_sites
from stands
inner join
    limit_state
    on list_contains(stands.sites, limit_state.site)
    and list_contains(stands.grid_ces, limit_state.ce)
where limit_state.is_reached
window
    of_stand as (partition by stands.stand_no),
    at_site as (partition by stands.stand_no, limit_state.site),
    of_attribute as (
        partition by stands.stand_no, limit_state.site, limit_state.attribute
    )
