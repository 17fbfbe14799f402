-- title: queues of the last round with their rank, and which are chosen
-- grain: pair_no
-- source: Brokerage page, ATLAS Analysis Job Brokerage, "the remaining candidates are
-- source: sorted by weight, and the best 10 candidates are taken"
-- source: spec/analysis-and-software.md 1.9: queues that the task uses already first,
-- source: then by weight, ties by seeded hash; what is cut is -low_weight
with

    listed as (
        select
            pair_weight.pair_no,
            pair_weight.unit_no,
            pair_weight.partner_no,
            pair_weight.weight,
            cap_hit.criterion as lost_by,
            coalesce(cap_hit.criterion not in ('-badsite', '-closed'), true) as is_open,
            used_queue.queue_name is not null as is_used,
            kept_pair.unified_name
            is not distinct from analysis_task.site_name as is_site,
            kept_pair.pool_no,
            kept_pair.n_best,
            chunk_source.is_spread and not kept_pair.uses_job_cloning as is_uncut,
            pseudo_queue.queue_order,
            xor(weighed_chunk.draw_key, pseudo_queue.draw_key) as tie
        from pair_weight
        inner join kept_pair on pair_weight.pair_no = kept_pair.pair_no
        inner join weighed_chunk on pair_weight.unit_no = weighed_chunk.unit_no
        inner join analysis_task on kept_pair.jedi_task_id = analysis_task.jedi_task_id
        inner join
            chunk_source
            on kept_pair.jedi_task_id = chunk_source.jedi_task_id
            and kept_pair.chunk_no = chunk_source.chunk_no
        inner join pseudo_queue on kept_pair.queue_name = pseudo_queue.queue_name
        left join
            used_queue
            on kept_pair.jedi_task_id = used_queue.jedi_task_id
            and kept_pair.unified_name = used_queue.queue_name
        left join cap_hit on pair_weight.pair_no = cap_hit.pair_no
    ),

    placed as (
        select
            listed.*,
            row_number() over (
                partition by listed.pool_no
                order by
                    listed.is_open desc,
                    listed.is_used desc,
                    case when listed.is_used then listed.queue_order end,
                    listed.weight desc nulls last,
                    listed.tie,
                    listed.partner_no
            ) as place
        from listed
    ),

    cut as (
        select
            placed.*,
            placed.is_open
            and (
                placed.place <= placed.n_best or placed.is_uncut or placed.is_site
            ) as is_within
        from placed
    )

select
    cut.pair_no,
    cut.unit_no,
    cut.partner_no,
    cut.weight,
    case when cut.is_open then cut.place end::integer as rank,
    false as is_bootstrap,
    false as for_jumbo,
    cut.is_within and cut.lost_by is null as is_chosen,
    case
        when not cut.is_open or (cut.is_within and cut.lost_by is not null)
        then cut.lost_by
        when cut.is_within
        then '+use'
        else '-low_weight'
    end as criterion
from cut
