-- title: does a queue's fairshare policy give zero share to what chunks show?
-- grain: zero_share_no, queue_name
-- note: no row = no policy, or no sub-policy applies: not refused
select
    zero_share_decision.zero_share_no,
    queue.queue_name,
    zero_share_decision.is_refused,
    zero_share_decision.rule_no,
    zero_share_decision.rule
from zero_share_decision
inner join queue on zero_share_decision.policy = queue.fairshare_policy
