-- title: what the instances of the correctors say, by instance and slice
-- grain: realm, corrector_no, instance, slice, key
-- nulls: slice is empty for an option of the instance, key for the section itself
with
    parts as (
        select
            corrector.realm,
            corrector.corrector_no,
            string_split(scheduling_option.path, '/')[3:] as names,
            scheduling_option.value,
            scheduling_option.text_no,
            scheduling_option.line_no
        from scheduling_option
        inner join
            corrector
            on scheduling_option.realm = corrector.realm
            and starts_with(scheduling_option.path, 'ShareCorrections/' || corrector.name || '/')
        where corrector.is_known
    )

select
    realm,
    corrector_no,
    names[1] as instance,
    if(names[3] is not null or value is null, coalesce(names[2], ''), '') as slice,
    if(value is null, '', names[-1]) as key,
    value,
    text_no,
    line_no
from parts
where value is null or len(names) > 1
