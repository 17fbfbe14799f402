-- Links of the synthetic network: all pairs of sites but 9 %. Sites with disk are
-- close to each other, most other pairs are at the unknown distance 11; three of
-- four pairs are as far in both directions.
create or replace temp table new_link as
with
    ends as (
        select site_name, cloud, site_no as end_no, has_disk or u('linked', site_no) < 0.5 as is_linked
        from new_site
        where site_no = 0 or u('unmonitored', site_no) >= 0.07
        union all
        select
            format('NET-{:03d}', no) as site_name,
            'NET' as cloud,
            10000 + no as end_no,
            u('linked', 10000 + no) < 0.35 as is_linked
        from unnest(range(getvariable('n_other_sites'))) as member(no)
    ),
    pairs as (
        select
            source.site_name as src_site,
            target.site_name as dst_site,
            100000 * source.end_no + target.end_no as link_no,
            source.end_no = target.end_no as is_self,
            source.is_linked and target.is_linked as is_linked,
            source.cloud = target.cloud as is_near,
            case
                when u('two_ways', 100000 * least(source.end_no, target.end_no) + greatest(source.end_no, target.end_no)) < 0.74
                then 100000 * least(source.end_no, target.end_no) + greatest(source.end_no, target.end_no)
                else 100000 * source.end_no + target.end_no
            end as distance_no
        from ends as source
        cross join ends as target
    )

select
    src_site,
    dst_site,
    link_no,
    case
        when is_self
        then pick_by(u('distance', distance_no), [0.76], [0, 11])
        when u('blocked', link_no) < 0.001
        then -1
        when not is_linked or u('far', distance_no) < 0.03
        then pick_by(u('distance', distance_no), [0.03, 0.06], [6, 7, 11])
        when is_near
        then pick_by(u('distance', distance_no), [0.15, 0.6, 0.85], [2, 3, 4, 5])
        else
            pick_by(
                u('distance', distance_no),
                [0.005, 0.1, 0.38, 0.65, 0.94, 0.98, 0.99],
                [2, 3, 4, 5, 6, 7, 8, 9]
            )
    end as closeness
from pairs
where u('monitored', link_no) >= 0.09
;
