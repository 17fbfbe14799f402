-- title: tags that a resource offers and requires; as it sent them they keep their case
-- grain: seq
-- bounds: one processor makes no multiprocessor; so many as most_processors are tags,
-- more make a multiprocessor alone
-- nulls: no tag sent is the offer of none: only task queues without tags fit
-- note: in DIRAC's code of today processors and a whole node are tags too; whole_node is
-- one wherever it is sent, whatever it says
with
    sent as (
        select
            dirac_pilot.seq,
            not (cfg.any_values and coalesce(says_any(dirac_pilot.tag), false)) as is_checked,
            value_set(
                coalesce(dirac_pilot.tag, []) || if(
                    cfg.processor_tags,
                    processor_tags(dirac_pilot.number_of_processors, cfg.most_processors)
                    || if(dirac_pilot.whole_node is not null, ['WholeNode'], []),
                    []
                ),
                'exact'
            ) as tags,
            offered_set(dirac_pilot.required_tag, cfg.any_values, 'exact') as required_tags
        from dirac_pilot
        cross join cfg
    )

select
    sent.seq,
    sent.is_checked,
    value_set(sent.tags, cfg.collation) as tags,
    value_set(sent.required_tags, cfg.collation) as required_tags,
    sent.tags as sent_tags,
    sent.required_tags as sent_required_tags
from sent
cross join cfg
