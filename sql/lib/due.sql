-- title: times at which a timeout falls due, and the time until or since then
-- nulls: an unknown time, or one beyond all calendars, never comes
create or replace macro seconds_after(clock_time, n_seconds) as
    try(clock_time + to_seconds((n_seconds)::double));

create or replace macro minutes_after(clock_time, n_minutes) as
    seconds_after(clock_time, n_minutes * 60);

create or replace macro hours_after(clock_time, n_hours) as
    seconds_after(clock_time, n_hours * 3600);

create or replace macro days_after(clock_time, n_days) as
    seconds_after(clock_time, n_days * 86400);

create or replace macro later(one_time, other_time) as
    case
        when one_time < other_time then other_time
        when other_time <= one_time then one_time
    end;

create or replace macro seconds_between(from_time, to_time) as
    try_cast(trunc(epoch(to_time) - epoch(from_time)) as bigint);
