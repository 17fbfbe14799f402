-- title: can the whole input of a chunk be read, and over WAN?
-- grain: jedi_task_id, chunk_no
-- nulls: may_use_vp of a chunk without input
-- note: distributed datasets are not asked
select
    analysis_chunk.jedi_task_id,
    analysis_chunk.chunk_no,
    coalesce(
        bool_and(input_state.has_remote_source or input_state.is_distributed), true
    ) as has_remote_source,
    coalesce(bool_or(input_state.is_distributed), false) as is_distributed,
    analysis_chunk.may_use_vp and not bool_or(input_state.is_distributed) as may_use_vp,
    min(input_state.dataset_name) filter (
        not input_state.is_online and not input_state.is_distributed
    ) as incomplete_dataset
from analysis_chunk
left join input_state using (jedi_task_id, chunk_no)
group by analysis_chunk.jedi_task_id, analysis_chunk.chunk_no, analysis_chunk.may_use_vp
