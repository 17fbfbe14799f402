-- title: what a user, or a working group, has beyond a cap of running work
-- note: what is 'jobs' or 'cores', kind 'USER' or 'GROUP', queued_per_cap how many may
-- be queued for each that may run
-- note: jobs and cores are capped alike
create or replace macro is_over_cap(n_running, n_queued, cap, queued_per_cap) as
    n_running > cap or n_queued > queued_per_cap * cap;

create or replace macro cap_detail(
    name, kind, what, n_running, n_queued, cap, queued_per_cap
) as
    case
        when n_running > cap
        then
            format(
                '{} has {} running {} > CAP_RUNNING_{}_{} {}, {} must end',
                name,
                n_running,
                what,
                kind,
                upper(what),
                cap,
                n_running - cap
            )
        else
            format(
                '{} has {} queued {} > {} x CAP_RUNNING_{}_{} {}, {} must start',
                name,
                n_queued,
                what,
                queued_per_cap,
                kind,
                upper(what),
                cap,
                n_queued - queued_per_cap * cap
            )
    end;
