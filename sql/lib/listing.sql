-- title: lists and names as they stand in a reported fact
create or replace macro shown_or_null(offered) as
    '[' || array_to_string(list_sort(list_distinct(offered)), ', ') || ']';

create or replace macro shown(offered) as coalesce(shown_or_null(offered), 'nothing');

create or replace macro named(content) as coalesce(nullif(content, ''), 'nothing');
