-- Untested: written after import/panda-postgres, for Oracle.
-- Tasks that the job generator would take, or whose nucleus is to be chosen; where one
-- task is asked for only that one, whatever its status.
select task.jeditaskid, task.status, task.cloud, task.splitrule, task.usejumbo
from jedi_tasks task
where
    task.vo =:vo
    and (
        task.jeditaskid =:task
        or (
            :task is null
            and exists (
                select 1
                from jedi_aux_status_mintaskid oldest
                where oldest.status = task.status and task.jeditaskid >= oldest.min_jeditaskid
            )
            and (
                task.status = 'assigning'
                or (
                    task.status in ('ready', 'running', 'scouting', 'topreprocess', 'preprocessing')
                    and exists (
                        select 1
                        from jedi_datasets dataset
                        where
                            dataset.jeditaskid = task.jeditaskid
                            and dataset.masterid is null
                            and (dataset.nfilestobeused > dataset.nfilesused or task.usejumbo = 'L')
                    )
                )
            )
        )
    )
