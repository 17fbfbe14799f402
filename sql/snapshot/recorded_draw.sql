-- title: draws in [0,1) recorded with a history
-- note: they replace the seeded hash of the task broker's weighted choice
-- key: jedi_task_id
-- reference: jedi_task_id -> task.jedi_task_id
-- range: u >= 0 and u < 1
create table recorded_draw (
    jedi_task_id BIGINT,
    u            DOUBLE
);
