-- title: which descriptions know the container of a request, and how
-- grain: container_name, data_no
-- source: C208, C209, C210, C211, C212
-- note: the queue ALL resolves a name to its sources
with
    asked as (select distinct container_name from software_signature where asks_container),
    resolved as (
        select
            software_tag.container_name,
            flatten(list(software_tag.sources order by software_tag.sources)) as sources
        from software_tag
        inner join software_description using (data_no)
        inner join queue_software on software_description.data = queue_software.data::varchar
        where queue_software.queue_name = 'ALL'
        group by software_tag.container_name
    ),
    tagged as (
        select
            asked.container_name,
            software_tag.data_no,
            bool_or(software_tag.container_name = asked.container_name) as is_name
        from asked
        inner join
            software_tag
            on asked.container_name = software_tag.container_name
            or list_contains(software_tag.sources, asked.container_name)
        group by asked.container_name, software_tag.data_no
    )

select
    asked.container_name,
    software_description.data_no,
    coalesce(tagged.is_name, false) as is_tag_name,
    tagged.data_no is not null as is_tag_source,
    has_prefix(asked.container_name, software_description.containers) as has_prefix,
    any_has_prefix(resolved.sources, software_description.containers) as has_source_prefix
from asked
cross join software_description
left join resolved using (container_name)
left join tagged using (container_name, data_no)
