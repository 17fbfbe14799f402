-- Untested: written after import/panda-postgres, for Oracle.
-- needs: mv_worker_node_summary
-- Summed over the sites of a queue.
select
    panda_queue as queue_name,
    cpu_architecture_level,
    sum(total_logical_cpus) as total_logical_cpus,
    sum(pct_within_pq) as pct_within_queue
from mv_worker_node_summary
group by panda_queue, cpu_architecture_level
