-- title: lists and names as they stand in a reported fact
create or replace macro shown(offered) as
    coalesce(
        '[' || array_to_string(list_sort(list_distinct(offered)), ', ') || ']',
        'nothing'
    );

create or replace macro named(content) as coalesce(nullif(content, ''), 'nothing');

-- a queue without a usable description
create or replace macro releases_detail(releases, is_any, is_auto, asks_hardware) as
    format(
        'releases [{}], {}',
        coalesce(releases, ''),
        case
            when is_any and asks_hardware then 'hardware asked'
            when is_any then 'onlyTags container asked'
            when is_auto then 'nothing published'
            else 'neither AUTO nor ANY'
        end
    );
