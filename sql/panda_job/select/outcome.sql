-- title: what became of each pair that got a weight, before they are ranked
-- reports: -others_bootstrap other queues are empty and get their first jobs
-- reports: -t1_weight another queue runs most jobs, and the task goes there alone
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- kind: view
-- differs: with a negative t1Weight only the queue with most running jobs stays, in the
-- running system
with
    compared as (
        select
            open_pair.*,
            coalesce(
                open_pair.is_open
                and not open_pair.is_jumbo
                and busiest_pair.pseudo_queue <> open_pair.pseudo_queue,
                false
            ) as is_beaten
        from open_pair
        left join busiest_pair using (jedi_task_id, chunk_no)
    )

select
    compared.* exclude (is_open, is_beaten, criterion),
    compared.is_open and not is_beaten as is_open,
    case
        when is_beaten and is_bootstrap
        then '-others_bootstrap'
        when is_beaten
        then '-t1_weight'
        else compared.criterion
    end as criterion
from compared
