-- title: jobs that come to each chunk: between none and twice the mean, at least one
-- grain: jedi_task_id, chunk_no
-- source: docs/simulate.md; the same for every policy
create or replace table arrived as
with
    keyed as (
        select
            stream.*,
            concat_ws(
                '/',
                model.seed,
                clock.cycle_no,
                stream.jedi_task_id,
                stream.chunk_no
            ) as draw_key
        from stream
        cross join model
        cross join clock
    ),
    drawn as (
        select
            keyed.*,
            uniform_of(key_of(draw_key || '/many')) as many,
            uniform_of(key_of(draw_key || '/round')) as rounding
        from keyed
    )

select
    jedi_task_id,
    chunk_no,
    greatest(1, floor(2 * many * n_mean + rounding))::bigint as n_jobs
from drawn;

insert into backlog
select arrived.jedi_task_id, arrived.chunk_no, clock.cycle_no, arrived.n_jobs
from arrived
cross join clock;
