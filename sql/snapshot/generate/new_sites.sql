-- Sites of a synthetic world: number 0 is tier 0, the next tenth tier 1. Two of
-- three have disk of their own, the large ones tape.
create or replace temp table new_site as
with
    drawn as (
        select
            no as site_no,
            case
                when no = 0
                then 0
                when no <= greatest(1, round(getvariable('n_sites') * 0.11))
                then 1
                else 2
            end as tier,
            case
                when no = 0
                then 'CERN'
                else
                    pick_by(
                        u('cloud', no),
                        [0.22, 0.42, 0.58, 0.62, 0.72, 0.80, 0.87, 0.92, 0.96],
                        ['DE', 'US', 'UK', 'CERN', 'ND', 'FR', 'ES', 'IT', 'CA', 'NL']
                    )
            end as cloud
        from unnest(range(getvariable('n_sites'))) as member(no)
    ),
    equipped as (
        select
            site_no,
            tier,
            cloud,
            format('{}-T{:d}-{:03d}', cloud, tier, site_no) as site_name,
            tier < 2 or u('has_disk', site_no) < 0.65 as has_disk
        from drawn
    )

select
    site_no,
    tier,
    cloud,
    site_name,
    has_disk,
    has_disk and u('has_scratch', site_no) < 0.95 as has_scratch,
    has_disk and u('has_localgroup', site_no) < 0.83 as has_localgroup,
    tier < 2 as has_tape,
    has_disk and u('has_cache', site_no) < 0.09 as has_cache,
    -- A site without disk uses that of a tier-0 or tier-1 site.
    case
        when has_disk
        then site_no
        else
            whole(
                u('host', site_no)
                * (1 + greatest(1, round(getvariable('n_sites') * 0.11)))
            )
    end as host_no
from equipped
;
