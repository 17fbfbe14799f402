-- title: cores and memory per core by which work gets a resource type
create or replace macro cores_of_task(core_count, any_core_count) as
    case core_count when 0 then any_core_count else coalesce(core_count, 1) end;

create or replace macro task_ram_per_core(ram, base, unit, n_cores, compensation) as
    trunc(
        compensation
        * (
            coalesce(ram, 0)
            * if(unit in ('MBPerCore', 'MBPerCoreFixed'), n_cores, 1)
            + coalesce(base, 0)
        )::double
        / n_cores
    );

-- a job's memory is compensated already; halves go to the even number
create or replace macro job_ram_per_core(min_ram, n_cores) as
    round_even(coalesce(min_ram, 0)::double / n_cores, 0);

-- NULL is an open end
create or replace macro lies_within(value, low, high) as
    coalesce(value >= low, true) and coalesce(value <= high, true);
