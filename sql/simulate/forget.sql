-- title: cohorts of which nothing is left
delete from cohort where cohort.n_waiting = 0 and cohort.n_running = 0
