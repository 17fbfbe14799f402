-- Share and work queue of the production tasks.
create or replace temp table world_task_share as
select
    jedi_task_id,
    case
        when gshare = 'Derivations MC' and u('of_data', task_no) < 0.3
        then 'Derivations Data'
        when processing_type = 'simul' and u('fast', task_no) < 0.25
        then 'MC Default Fast'
        when processing_type <> 'urgent' and u('upgrade', task_no) < 0.04
        then 'Upgrade'
        else gshare
    end as gshare,
    case
        when u('resource_queue', task_no) < 0.01
        then 51
        when u('work_queue', task_no) < 0.6
        then
            case
                processing_type
                when 'simul'
                then 10
                when 'deriv'
                then 12
                when 'merge'
                then 13
                else 11
            end
    end as workqueue_id
from world_task
where not is_user
;
