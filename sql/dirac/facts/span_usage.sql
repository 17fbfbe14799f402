-- title: jobs that ran in each time span, by group, or by user of the group in question
-- grain: realm, corrector_no, scope, slice, entity
-- source: P025, P034
-- nulls: a sample without an end counts for a second
-- note: by the time in the span
select
    corrector_slice.realm,
    corrector_slice.corrector_no,
    corrector_slice.scope,
    corrector_slice.slice,
    if(corrector_slice.scope = '', running_sample.group_name, running_sample.user_name) as entity,
    fsum(
        running_sample.n_jobs * seconds_within(
            running_sample.first_age_s, running_sample.last_age_s, corrector_slice.time_span_s
        )
        order by running_sample.n_jobs, running_sample.first_age_s, running_sample.last_age_s
    ) as usage
from corrector_slice
inner join
    running_sample
    on corrector_slice.scope = ''
    or corrector_slice.scope = running_sample.group_name
group by all
