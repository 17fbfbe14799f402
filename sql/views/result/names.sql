-- title: the names of queues or nuclei as a type that holds each of them once
create type x_partner_name as enum (
    select name
    from
        (
            select queue_name as name
            from numbered_partner
            union
            select unified_name
            from numbered_partner
            union
            select queue_name
            from refused_pair
        ) as names
    where name is not null
    order by name
)
;

create table x_partner_named as
select
    partner_no,
    queue_name::x_partner_name as queue_name,
    unified_name::x_partner_name as unified_name
from numbered_partner
