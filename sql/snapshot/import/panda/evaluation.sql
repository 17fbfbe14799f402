-- A measurement of users is one object {user: {key: number}}, that of a site or a task
-- is {class: number}.
insert into evaluation by name
select
    measured.metric,
    person.key as entity,
    number.key as key,
    try_cast(number.value ->> '$' as double) as value,
    measured.ts
from metric as measured
cross join json_each(measured.value) as person
cross join json_each(person.value) as number
where
    measured.metric = 'analy_user_eval'
    and json_valid(measured.value)
    and json_type(person.value) = 'OBJECT'
    and number.key in ('rem_slots_A', 'rem_slots_B')
union all by name
select
    metric,
    computingsite as entity,
    'class' as key,
    try_cast(value ->> 'class' as double) as value,
    ts
from metric
where metric = 'analy_site_eval' and json_valid(value)
union all by name
select
    metric,
    jedi_task_id::varchar as entity,
    'class' as key,
    try_cast(value ->> 'class' as double) as value,
    ts
from task_metric
where json_valid(value)
;
