-- title: the chunks of a replay without a queue, by the criterion that stopped them
-- grain: snapshot_id, policy, criterion
-- note: a gate decides before any queue, else the last check does, and in it the
-- criterion of most queues; where rejected pairs were not written, it is the criterion
-- of the chunk itself
with
    gates as (select distinct policy, criterion from criterion where contains(file, '/gates/')),

    -- what follows the last check: weights, caps and the choice
    closing as (
        select policy, max(place) + 1 as place, max(line_no) + 1 as line_no
        from ladder
        group by policy
    ),
    open_chunk as (
        select snapshot_id, policy, jedi_task_id, chunk_no, criterion
        from result
        where status <> 'assigned' and jedi_task_id is not null
    ),
    last_round as (
        select snapshot_id, policy, jedi_task_id, chunk_no, max(round) as round
        from exclusion
        inner join open_chunk using (snapshot_id, policy, jedi_task_id, chunk_no)
        group by snapshot_id, policy, jedi_task_id, chunk_no
    ),
    left_at as (
        select
            exclusion.snapshot_id,
            exclusion.policy,
            exclusion.jedi_task_id,
            exclusion.chunk_no,
            exclusion.unified_name,
            exclusion.criterion,
            coalesce(ladder.place, closing.place) as place,
            coalesce(ladder.line_no, closing.line_no) as line_no
        from exclusion
        inner join last_round using (snapshot_id, policy, jedi_task_id, chunk_no, round)
        inner join closing using (policy)
        left join ladder using (policy, step, criterion)
        where not coalesce(ladder.is_frame, false)
    ),
    departure as (
        select
            snapshot_id,
            policy,
            jedi_task_id,
            chunk_no,
            unified_name,
            arg_max(
                struct_pack(criterion := criterion, line_no := line_no), (place, criterion)
            ) as last_check
        from left_at
        group by snapshot_id, policy, jedi_task_id, chunk_no, unified_name
    ),
    fallen as (
        select
            snapshot_id,
            policy,
            jedi_task_id,
            chunk_no,
            last_check.criterion as criterion,
            last_check.line_no as line_no,
            count(*) as n_queues
        from departure
        group by all
    ),
    last_fallen as (
        select
            snapshot_id,
            policy,
            jedi_task_id,
            chunk_no,
            arg_max(criterion, (line_no, n_queues, criterion)) as criterion
        from fallen
        group by snapshot_id, policy, jedi_task_id, chunk_no
    ),
    stopped as (
        select
            open_chunk.snapshot_id,
            open_chunk.policy,
            coalesce(
                gates.criterion, last_fallen.criterion, open_chunk.criterion, '-not_candidate'
            ) as criterion
        from open_chunk
        left join last_fallen using (snapshot_id, policy, jedi_task_id, chunk_no)
        left join
            gates on open_chunk.policy = gates.policy and open_chunk.criterion = gates.criterion
    )

select snapshot_id, policy, criterion, count(*) as n_chunks
from stopped
group by snapshot_id, policy, criterion
order by snapshot_id, policy, criterion
