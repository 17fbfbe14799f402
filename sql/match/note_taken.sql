-- title: one job is given away
-- note: $1 is the request, $2 the task queue, $3 the user priority, $4 the job
insert into taken
values ($1, $2, $3, $4)
