-- Untested: written after import/panda-postgres, for Oracle.
-- From the tables that procedures of the server refill each minute, as the broker
-- reads them. They share no grain, so two families stand in one table: shares, without
-- cores and with a label only of a Resource work queue; and cores per label, without
-- jobs. Some versions of the procedures aggregate nothing, so all is summed here.
select
    stats.vo,
    work_queue.queue_type as prod_source_label,
    stats.computingsite as queue_name,
    stats.gshare,
    cast(stats.workqueue_id as number(18)) as workqueue_id,
    stats.resource_type,
    stats.jobstatus as job_status,
    stats.nucleus,
    sum(stats.njobs) as n_jobs,
    cast(null as number(18)) as n_cores,
    case
        when stats.jobstatus = 'running'
        then sum(stats.prorated_diskio_avg * stats.njobs) / sum(stats.njobs)
    end as disk_io_avg,
    sum(stats.hs) as hs06
from
    (
        select *
        from jobs_share_stats
        union all
        select *
        from jobsdefined_share_stats
    ) stats
left join
    jedi_work_queue work_queue
    on stats.workqueue_id = work_queue.queue_id
    and work_queue.queue_function = 'Resource'
where stats.vo =:vo
group by
    stats.vo,
    work_queue.queue_type,
    stats.computingsite,
    stats.gshare,
    stats.workqueue_id,
    stats.resource_type,
    stats.jobstatus,
    stats.nucleus
union all
select
    vo,
    prodsourcelabel,
    computingsite,
    null,
    null,
    null,
    jobstatus,
    null,
    0,
    sum(num_of_cores),
    null,
    null
from mv_jobsactive4_stats
where vo =:vo
group by vo, prodsourcelabel, computingsite, jobstatus
