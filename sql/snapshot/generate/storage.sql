-- State, space and status of storage where the source does not give them. Sizes in
-- GB; used fraction Beta(8, 2), that is the second largest of nine uniform draws.
create or replace temp table world_storage as
with
    tapes as (select distinct site_name from endpoint where is_tape),

    drawn as (
        select
            endpoint.ddm_endpoint_name,
            endpoint.type,
            endpoint.is_tape,
            key_of(endpoint.ddm_endpoint_name) as endpoint_key,
            tapes.site_name is not null as is_big_site
        from endpoint
        left join tapes using (site_name)
        where endpoint.space_total is null
    ),
    sized as (
        select
            *,
            case
                when is_tape
                then log_between(u('tape_size', endpoint_key), 4e6, 6e7)
                when type = 'DATADISK'
                then
                    1024
                    * exp(
                        ladder(
                            case
                                when is_big_site
                                then 0.5 + u('disk_size', endpoint_key) / 2
                                else u('disk_size', endpoint_key)
                            end,
                            [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1],
                            [4.6, 6.14, 7.03, 7.95, 8.64, 9.66, 10.31]
                        )
                    )
                when type in ('SCRATCHDISK', 'LOCALGROUPDISK')
                then log_between(u('disk_size', endpoint_key), 30000, 500000)
                else log_between(u('disk_size', endpoint_key), 2000, 200000)
            end as total,
            list_sort(
                list_transform(
                    range(9), lambda draw: now_u('disk_used', endpoint_key + draw)
                )
            )[8] as used_fraction
        from drawn
    )

select
    *,
    type = 'DATADISK' and not is_big_site and u('disk_full', endpoint_key) < 0.05 as is_full
from sized
;
