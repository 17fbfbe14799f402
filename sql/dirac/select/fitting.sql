-- title: the task queues that fit each request
-- grain: class_id, tq_id
-- source: Task Queue Matching page, "Selects all the possible TaskQueues"
select survivor.seq as class_id, survivor.tq_id from survivor
