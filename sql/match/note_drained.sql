-- title: a task queue has no job left
-- note: $1 is the task queue
insert into drained
values ($1)
