-- title: shares and groups over time next to their targets, as means over parts
-- grain: policy, scope, name, part
select
    history_part.policy,
    board.scope,
    board.name,
    history_part.part,
    avg(board.target_percent) as target_percent,
    avg(board.used_percent) as used_percent,
    avg(board.used_ratio) as used_ratio
from board
inner join history_part using (policy, snapshot_id)
where board.scope <> 'all' and board.target_percent > 0
group by all
order by history_part.policy, board.scope, board.name, history_part.part
