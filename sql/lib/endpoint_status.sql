-- title: may an endpoint be used for an activity?
-- note: NULL = unknown = usable in every mode
create or replace macro is_usable(status, mode) as
    case
        when status is null then true
        when mode = 'on_only' then status = 'ON'
        else status not in ('OFF', 'TEST')
    end;

-- GB that may still be written to an endpoint; what is not known is 0
create or replace macro usable_space(free, expired, min_free, unavailable) as
    coalesce(free, 0) + coalesce(expired, 0) - coalesce(min_free, 0) - coalesce(unavailable, 0);
