-- Of the parameters of a task only the keys that brokers read are kept.
update task
set
    task_params = (
        select coalesce(json_group_object(parameter.key, parameter.value), '{}'::json)
        from json_each(task.task_params) as parameter
        where
            parameter.key in ('taskBrokerOnMaster', 'includedSite', 'excludedSite')
    )
where task_params is not null
;
