-- title: where the integral of a draw is sampled: between 0 and 1, dense at both ends
-- grain: node_no
-- nulls: rest is 1 - v without loss of digits
-- note: the rule of Takahasi and Mori: v = 1 / (1 + exp(-pi sinh t)) at equal steps of
-- t, with dv / dt as weight; error below 1e-12
with
    steps as (select unnest(range(- quadrature_nodes, quadrature_nodes + 1)) as node_no from cfg),
    places as (
        select
            steps.node_no,
            cfg.quadrature_reach * steps.node_no / cfg.quadrature_nodes::double as t,
            cfg.quadrature_reach / cfg.quadrature_nodes::double as step
        from steps
        cross join cfg
    )

select
    node_no,
    1 / (1 + exp(- pi() * sinh(t))) as v,
    1 / (1 + exp(pi() * sinh(t))) as rest,
    step * pi() * cosh(t) / (1 + exp(- pi() * sinh(t))) / (1 + exp(pi() * sinh(t))) as weight
from places
