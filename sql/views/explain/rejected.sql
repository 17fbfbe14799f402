-- title: pairs of some queues that a rule rejects
-- grain: jedi_task_id, chunk_no, queue_name
-- note: of all rounds, unless the rule names the round
select rejection.*, $partner as queue_name from $rule as rejection where $place and $chosen
