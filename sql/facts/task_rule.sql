-- title: split rules of each task, one column per rule that a broker reads
-- grain: jedi_task_id
-- source: C104, C261
select
    jedi_task_id,
    coalesce(split_rule(split_rule, 'TW'), 0) as t1_weight,
    split_rule(split_rule, 'FU') as full_chain,
    coalesce(split_rule(split_rule, 'IS') = 1, false) as is_input_pre_staging,
    split_rule(split_rule, 'CC') as max_core_count,
    split_rule(split_rule, 'IP') as ip_connectivity,
    split_rule(split_rule, 'IK') as ip_stack,
    split_rule(split_rule, 'IL') as allow_input_lan,
    has_split_rule(split_rule, 'IW') as allow_input_wan,
    coalesce(split_rule(split_rule, 'LI') > 0, false) as uses_local_io,
    split_rule(split_rule, 'DY') as dynamic_events,
    split_rule(split_rule, 'MX') as max_events_per_job,
    has_split_rule(split_rule, 'MO') as merges_output,
    has_split_rule(split_rule, 'NJ')
    and coalesce(use_jumbo in ('W', 'R', 'P', 'L'), true) as has_jumbo,
    coalesce(split_rule(split_rule, 'EC'), 1) as n_es_consumers,
    coalesce(split_rule(split_rule, 'XJ'), split_rule(split_rule, 'XA')) as max_attempt_es,
    has_split_rule(split_rule, 'OT') as only_tags,
    split_rule(split_rule, 'NF') as n_files_per_job,
    has_split_rule(split_rule, 'HO') as is_hpo
from task
