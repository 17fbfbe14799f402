-- title: requests before which what sites allow has to be looked at again
-- grain: seq
-- note: after the match that reaches a limit, and before a request that finds no token
-- where matches before it have taken some
-- note: matches of the same cycle count
with
    used as (
        select
            held.seq,
            class_use.vo,
            class_use.site,
            class_use.attribute,
            class_use.value,
            class_use.takes_token
        from held
        inner join block using (seq)
        inner join class_use on block.class_id = class_use.class_id and held.tq_id = class_use.tq_id
    ),
    counted as (
        select
            used.seq,
            limit_state.max_jobs - limit_state.n_running as n_left,
            row_number() over (
                partition by
                    limit_state.vo,
                    limit_state.site,
                    limit_state.ce,
                    limit_state.attribute,
                    limit_state.value
                order by used.seq
            ) as turn
        from used
        inner join limit_state using (site, attribute, value)
        where not limit_state.is_reached
    )

select seq + 1 as seq
from counted
where turn = n_left
union
select block_token.seq
from block_token
inner join
    (from used semi join token using (vo, site, attribute, value) where takes_token) as used
    on block_token.site = used.site
    and block_token.attribute = used.attribute
    and block_token.value = used.value
    and block_token.seq > used.seq
where block_token.n_left >= 1
group by block_token.seq, block_token.attribute, block_token.value, block_token.site
having any_value(block_token.n_left) - count(*) < 1
