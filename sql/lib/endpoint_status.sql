-- title: may an endpoint be used for an activity?
-- note: NULL = unknown = usable in every mode
create or replace macro is_usable(status, mode) as
    case
        when status is null then true
        when mode = 'on_only' then status = 'ON'
        else status not in ('OFF', 'TEST')
    end;
