-- title: jobs that end in a cycle: of each cohort the part that a cycle is of its time
-- grain: cohort_no
-- source: docs/simulate.md; a seeded draw rounds, so that the mean is right
create or replace table finished as
select
    cohort.cohort_no,
    least(
        cohort.n_running,
        floor(
            cohort.n_running * least(1, model.cycle_s / slot.runtime_s)
            + uniform_of(
                key_of(
                    concat_ws(
                        '/', model.seed, 'finish', clock.cycle_no, cohort.cohort_no
                    )
                )
            )
        )
    )::bigint as n_jobs
from cohort
inner join slot using (queue_name)
cross join model
cross join clock
where cohort.n_running > 0;

update cohort
set n_running = cohort.n_running - finished.n_jobs
from finished
where cohort.cohort_no = finished.cohort_no;
