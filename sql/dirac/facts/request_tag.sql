-- title: tags that a resource offers and requires
-- grain: seq
-- source: spec/dirac.md 3 rules 12 and 13, ANY; in the running system processors and a
-- source: whole node are tags too
-- bounds: one processor makes no multiprocessor; so many as most_processors are tags
-- nulls: no tag sent is the offer of none: only task queues without tags fit
select
    dirac_pilot.seq,
    not (cfg.any_values and coalesce(says_any(dirac_pilot.tag), false)) as is_checked,
    value_set(
        coalesce(dirac_pilot.tag, []) || processor_tags(
            case
                when
                    cfg.processor_tags
                    and dirac_pilot.number_of_processors <= cfg.most_processors
                then dirac_pilot.number_of_processors
            end
        )
        || case
            when cfg.processor_tags and dirac_pilot.whole_node
            then ['WholeNode']
            else []
        end,
        cfg.collation
    ) as tags,
    offered_set(
        dirac_pilot.required_tag, cfg.any_values, cfg.collation
    ) as required_tags
from dirac_pilot
cross join cfg
