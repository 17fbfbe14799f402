-- Objects of CRIC -> queue. What CRIC leaves empty stays NULL; of several clouds the
-- first counts. A role that an import of sites has found stays with the site.
insert into queue by name
select
    row_number() over (order by cric_entry.queue_order) - 1 as queue_order,
    cric_entry.queue_name,
    cric_entry.site_name,
    coalesce(cric_entry.role, known_site.role) as role,
    coalesce(cric_entry.site_state, known_site.site_state) as site_state,
    json_string(entry, '$.type') as type,
    nullif(trim(string_split(json_string(entry, '$.cloud'), ',')[1]), '') as cloud,
    json_string(entry, '$.status') as status,
    json_integer(entry, '$.corecount') as core_count,
    json_integer(entry, '$.pledgedcpu') as pledged_cpu,
    json_number(entry, '$.corepower') as core_power,
    json_integer(entry, '$.maxrss') as max_rss,
    json_integer(entry, '$.minrss') as min_rss,
    json_integer(entry, '$.maxtime') as max_time,
    json_integer(entry, '$.mintime') as min_time,
    -- PanDA makes up a text that is no number
    coalesce(
        json_integer(entry, '$.maxwdir'),
        case
            when json_type(entry, '$.maxwdir') = 'VARCHAR'
            then nullif(json_integer(entry, '$.maxinputsize'), 0) + 2000
        end
    ) as max_wdir,
    json_integer(entry, '$.maxinputsize') as max_input_size,
    json_integer(entry, '$.transferringlimit') as transferring_limit,
    json_string(entry, '$.fairsharepolicy') as fairshare_policy,
    json_words(entry, '$.releases') as releases,
    json_string(entry, '$.capability') as capability,
    json_string(entry, '$.workflow') as workflow,
    json_string(entry, '$.jobseed') as job_seed,
    json_integer(entry, '$.maxdiskio') as max_disk_io,
    json_string(entry, '$.wnconnectivity') as wn_connectivity,
    json_flag(entry, '$.direct_access_lan') as direct_access_lan,
    json_flag(entry, '$.direct_access_wan') as direct_access_wan,
    json_flag(entry, '$.is_cvmfs') as is_cvmfs,
    nullif(array_to_string(json_words(entry, '$.catchall'), ','), '') as catchall,
    json_object_of(entry, '$.params') as params,
    json_string(entry, '$.resource_type') as resource_category
from cric_entry
left join
    (
        select
            site_name,
            any_value(role order by queue_order) as role,
            any_value(site_state order by queue_order) as site_state
        from known_queue
        group by site_name
    ) as known_site
    on cric_entry.site_name = known_site.site_name
where cric_entry.problem is null
;
