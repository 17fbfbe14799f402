-- title: the published tags that a release or a container of some task could meet
-- grain: data_no, cmtconfig, project, release, container_name, sources
-- source: C142
with
    tags as (select data_no, unnest(from_json(tags, '[{"cmtconfig": "VARCHAR", "project": "VARCHAR",
                    "release": "VARCHAR", "container_name": "VARCHAR",
                    "sources": "JSON"}]')) as tag from software_description),
    containers as (
        select
            coalesce(
                list(distinct container_name order by container_name) filter (where asks_container),
                []
            ) as names
        from software_signature
    ),
    releases as (select distinct project, version from software_signature)

select distinct
    tags.data_no,
    tags.tag.cmtconfig,
    tags.tag.project,
    tags.tag.release,
    tags.tag.container_name,
    coalesce(json_strings(tags.tag.sources), []) as sources
from tags
cross join containers
left join releases on tags.tag.project = releases.project and tags.tag.release = releases.version
where
    releases.project is not null
    or list_contains(containers.names, tags.tag.container_name)
    or list_has_any(containers.names, json_strings(tags.tag.sources))
