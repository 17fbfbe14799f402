select panda_queue as queue_name, data::text as data from sw_tags
