-- title: what relations hold that the engine makes, whatever the policy
-- grain: name
select name, words
from
    (
        values
            ('candidate_unit', 'what is decided about, each round of it'),
            ('numbered_unit', 'what is decided about, each round of it with a number'),
            ('numbered_partner', 'the queues or nuclei, each with a number'),
            ('reported_unit', 'which round of a decision is reported, and which is the last'),
            ('checked', 'every pair with the mask of all criteria that it fails'),
            ('verdict', 'the same as a result table, with numbers of pairs'),
            ('passed', 'pairs that no filter and no gate rejects'),
            ('remaining', 'pairs that a set rule may drop: those before it left them'),
            ('survivor', 'pairs that get weights: set rules leave them too'),
            ('pair_weight', 'every survivor with its weight factors and their product'),
            ('pair_reason', 'every failing criterion of every pair, with its numbers'),
            ('reported', 'the reported criterion of every rejected pair'),
            ('criterion', 'one row per rule: bit, step, tag, class and file'),
            ('gate_hit', 'what a gate stopped before any queue was asked'),
            ('cap_hit', 'which survivors a cap takes out'),
            ('cfg', 'the parameters in force, one column each'),
            ('cfg_group', 'parameters in force that differ by group'),
            ('cfg_label', 'parameters in force that differ by label'),
            ('cfg_share', 'parameters in force that differ by global share'),
            ('cfg_workflow', 'parameters in force that differ by workflow'),
            ('match', 'what each pilot got, or why it got nothing'),
            ('exempt', 'jobs that no timeout acts upon, and why'),
            ('timer', 'when each timeout falls due for each job that it watches'),
            ('picked', 'jobs that rules about sets of jobs picked'),
            ('asked_pair', 'pairs of the policy that was asked before this one'),
            ('quarantine', 'rows of the snapshot that cannot be used, and why')
    ) as made(name, words)
