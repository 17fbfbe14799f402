-- title: the exact chance of each user priority of a task queue, and of its oldest jobs
-- grain: tq_id, user_priority
-- kind: view
-- source: T041, T043, P004
-- bounds: only the oldest jobs of a priority, as many as the window holds, have a
-- chance
with
    ratios as (
        select
            tq_id,
            user_priority,
            n_jobs,
            coalesce(
                real_priority / nullif(max(real_priority) over (partition by tq_id), 0), 1
            ) as ratio
        from job_class
    ),
    products as (
        select
            ratios.tq_id,
            quadrature_node.node_no,
            list_sum(
                list(
                    ratios.n_jobs
                    * ln(stays_above(quadrature_node.v, quadrature_node.rest, ratios.ratio))
                    order by ratios.user_priority
                )
            ) as log_product
        from ratios
        cross join quadrature_node
        group by ratios.tq_id, quadrature_node.node_no
    )

select
    ratios.tq_id,
    ratios.user_priority,
    ratios.n_jobs,
    ratios.n_jobs
    * ratios.ratio
    * list_sum(
        list(
            quadrature_node.weight
            * exp(products.log_product)
            / stays_above(quadrature_node.v, quadrature_node.rest, ratios.ratio)
            order by quadrature_node.node_no
        )
    ) as chance,
    least(ratios.n_jobs, any_value(cfg.job_window)) as n_in_window
from ratios
inner join products using (tq_id)
inner join quadrature_node using (node_no)
cross join cfg
group by ratios.tq_id, ratios.user_priority, ratios.n_jobs, ratios.ratio
