-- title: ranges of tasks that hold about as many decisions each, from one task to another
with
    sized as (select jedi_task_id, count(*) as n_units from x_unit group by jedi_task_id),
    placed as (
        select
            jedi_task_id,
            sum(n_units) over (order by jedi_task_id) - n_units as n_before,
            sum(n_units) over () as n_all
        from sized
    ),
    blocks as (
        select
            row_number() over (order by min(jedi_task_id)) as block_no,
            min(jedi_task_id) as first_task
        from placed
        group by trunc(n_before * $1 / n_all)
    )

select
    if(block_no = 1, $2::bigint, first_task) as first_task,
    lead(first_task, 1, $3::bigint) over (order by block_no) as next_task
from blocks
order by block_no
