-- Throughput of the synthetic links by distance, as in the real network (design:
-- ecosystem 7.3), and how likely each link is in use.
create or replace temp table new_rate as
with
    distances(closeness, chance_1w, chance_1h, chance_queued, ln_median, spread) as (
        values
            (-1, 0, 0, 0, 0, 0),
            (0, 0.17, 0.05, 0.01, 2.3, 4.1),
            (2, 0.88, 0.84, 0.70, 4.77, 0.9),
            (3, 0.76, 0.53, 0.44, 2.49, 1.55),
            (4, 0.59, 0.30, 0.24, 0.96, 1.53),
            (5, 0.41, 0.14, 0.10, -0.49, 1.86),
            (6, 0.24, 0.07, 0.06, -2.2, 2.5),
            (7, 0.20, 0.03, 0.11, -3.0, 2.4),
            (8, 0.20, 0.03, 0.05, -3.0, 2.4),
            (9, 0.20, 0.03, 0.05, -3.0, 2.4),
            (11, 0.045, 0.023, 0.017, 0.34, 2.87)
    )

select
    new_link.src_site,
    new_link.dst_site,
    new_link.link_no,
    new_link.closeness,
    distances.chance_1h / nullif(distances.chance_1w, 0) as chance_1h,
    distances.chance_queued,
    u('measured', new_link.link_no) < distances.chance_1w as is_measured,
    exp(
        distances.ln_median
        + distances.spread
        * normal(u('rate', new_link.link_no), u('rate_more', new_link.link_no))
        + 0.2 * normal(now_u('rate', new_link.link_no), now_u('rate_more', new_link.link_no))
    ) as mbps_1w
from new_link
inner join distances on new_link.closeness = distances.closeness
;
