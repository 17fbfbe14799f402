-- title: lists and names as they stand in a reported fact
create or replace macro shown(offered) as
    coalesce(
        '[' || array_to_string(list_sort(list_distinct(offered)), ', ') || ']',
        'nothing'
    );

create or replace macro named(content) as coalesce(nullif(content, ''), 'nothing');
