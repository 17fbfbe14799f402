-- title: queues that read where another queue writes by default
-- grain: writer_name, reader_name
-- note: default output of the one is an input endpoint of the other
select default_output.queue_name as writer_name, queue_endpoint_use.queue_name as reader_name
from default_output
inner join queue_endpoint_use using (ddm_endpoint_name)
where queue_endpoint_use.is_input and default_output.is_output
