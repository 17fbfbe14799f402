-- title: jobs that start: what is free at a queue goes to the line, in its order
-- grain: cohort_no
-- source: C001
-- nulls: a share outside the tree comes last
-- note: by share, then priority, then age; jobs that were there before the first cycle
-- come first in their share
create or replace table started as
with
    free as (
        select
            slot.queue_name,
            slot.n_milli - coalesce(sum(cohort.n_running * cohort.core_milli), 0) as n_milli
        from slot
        left join cohort using (queue_name)
        group by slot.queue_name, slot.n_milli
    ),
    line as (
        select
            cohort.cohort_no,
            cohort.queue_name,
            cohort.core_milli,
            cohort.n_waiting,
            coalesce(
                sum(cohort.n_waiting * cohort.core_milli) over (
                    partition by cohort.queue_name
                    order by
                        share_order.position_no nulls last,
                        cohort.arrived_no is not null,
                        cohort.current_priority desc nulls last,
                        cohort.arrived_no,
                        cohort.cohort_no
                    rows between unbounded preceding and 1 preceding
                ),
                0
            ) as milli_before
        from cohort
        left join share_order on cohort.gshare = share_order.name
        where cohort.n_waiting > 0
    )

select
    line.cohort_no,
    least(
        line.n_waiting,
        divide(free.n_milli - line.milli_before, greatest(line.core_milli, 1))
    )::bigint as n_jobs
from line
inner join free using (queue_name)
where free.n_milli - line.milli_before >= greatest(line.core_milli, 1);

update cohort
set
    n_waiting = cohort.n_waiting - started.n_jobs,
    n_running = cohort.n_running + started.n_jobs
from started
where cohort.cohort_no = started.cohort_no;
