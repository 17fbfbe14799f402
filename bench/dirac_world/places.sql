-- title: 150 sites with two computing elements each, and what a pilot of each offers
-- source: issue 8, paragraph on speed
create or replace temp macro site_name(no) as (
    format('LCG.Site{:03d}.org', no)
)
;

create or replace temp macro ce_name(no) as (
    format('ce{:03d}.site{:03d}.org', no, no % 150)
)
;

create or replace temp macro platform_name(no) as (
    format('x86_64-os{:02d}', no)
)
;

create or replace temp macro tag_name(no) as (
    list_extract(['GPU', 'HighMem', 'MultiProcessor', 'WholeNode'], no + 1)
)
;

-- `n` different numbers below `size`: equal steps, which meet none twice.
create or replace temp macro several(name, id, n, size, steps) as (
    list_transform(
        range(n),
        lambda place: (
            floor(size * u(name, id))::bigint
            + place
            * list_extract(steps, 1 + floor(len(steps) * u(name || 's', id))::bigint)
        )
        % size
    )
)
;

create or replace temp macro between_u(name, id, low, high) as (
    low + floor((high - low + 1) * u(name, id))::bigint
)
;

create or replace temp table world_ce as
select
    ce.no as ce_no,
    ce_name(ce.no) as grid_ce,
    site_name(ce.no % 150) as site,
    platform_name(floor(12 * u('ce_platform', ce.no))::bigint) as platform,
    case
        when u('ce_tags', ce.no) < 0.7
        then []
        when u('ce_tags', ce.no) < 0.9
        then [tag_name(2)]
        else [tag_name(0), tag_name(1), tag_name(2), tag_name(3)]
    end as tags,
    list_extract(
        [43200, 86400, 172800, 259200, 345600, 518400],
        1 + floor(6 * u('ce_cpu', ce.no))::bigint
    ) as max_cpu_s
from unnest(range(300)) as ce(no)
;
