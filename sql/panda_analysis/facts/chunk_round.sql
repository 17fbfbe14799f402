-- title: the rounds that a chunk may take: with data locality, and without
-- grain: jedi_task_id, chunk_no, round
-- note: there is a second round where the chunk has input and all of it can be read
-- over WAN
with
    rounds as (
        select
            analysis_chunk.jedi_task_id,
            analysis_chunk.chunk_no,
            analysis_chunk.n_datasets > 0 and chunk_source.has_remote_source as may_come_over_wan,
            unnest([true, false]) as is_with_locality
        from analysis_chunk
        inner join chunk_source using (jedi_task_id, chunk_no)
    )

select jedi_task_id, chunk_no, if(is_with_locality, 1, 1 + 1) as round
from rounds
where is_with_locality or may_come_over_wan
