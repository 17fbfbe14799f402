-- title: the exact chance of each task queue to be drawn for a pilot
-- grain: seq, tq_id
-- kind: view
-- source: T001, P007
-- bounds: of task queues below the highest CPU time the chance is 0
-- note: the integral, by quadrature_node
with
    ratios as (
        select seq, tq_id, draw_priority / max(draw_priority) over (partition by seq) as ratio
        from eligible
        where is_top
    ),
    kinds as (select seq, ratio, count(*) as n_alike from ratios group by seq, ratio),

    products as (
        select
            kinds.seq,
            quadrature_node.node_no,
            list_sum(
                list(
                    kinds.n_alike
                    * ln(stays_above(quadrature_node.v, quadrature_node.rest, kinds.ratio))
                    order by kinds.ratio
                )
            ) as log_product
        from kinds
        cross join quadrature_node
        group by kinds.seq, quadrature_node.node_no
    ),
    chances as (
        select
            kinds.seq,
            kinds.ratio,
            kinds.ratio * list_sum(
                list(
                    quadrature_node.weight
                    * exp(products.log_product)
                    / stays_above(quadrature_node.v, quadrature_node.rest, kinds.ratio)
                    order by quadrature_node.node_no
                )
            ) as chance
        from kinds
        inner join products using (seq)
        inner join quadrature_node using (node_no)
        group by kinds.seq, kinds.ratio
    )

select ratios.seq, ratios.tq_id, chances.chance
from ratios
inner join chances using (seq, ratio)
