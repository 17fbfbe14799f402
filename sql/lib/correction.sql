-- title: how a share is corrected by what ran
-- source: P027, P033, P036, P038, P039, P040, P041
-- note: seconds of a sample in a span that ends now; one without an end counts for one
create or replace macro seconds_within(first_age_s, last_age_s, span_s) as
    case
        when coalesce(last_age_s, first_age_s) >= first_age_s
        then if(first_age_s between 0 and span_s, 1::double, 0::double)
        else
            greatest(
                least(first_age_s, span_s) - greatest(last_age_s, 0), 0
            )::double
    end;

create or replace macro clamped(correction, most) as
    greatest(least(correction, most), 1 / most);

-- what a slice says of somebody with a part of all shares and a part of all usage; NULL
-- where none of those that are corrected ran
create or replace macro slice_correction(slice, share_part, is_weighted, empty_slice) as
    case
        when slice.part is null
        then if(empty_slice = 'neutral', slice.fraction, null)
        when slice.part > 0
        then slice.fraction * clamped(share_part / slice.part, slice.max_correction)
        when is_weighted
        then slice.fraction * slice.max_correction
        else slice.max_correction
    end;

create or replace macro final_correction(
    slices, share_part, global_max, is_weighted, empty_slice
) as
    clamped(
        coalesce(
            list_sum(
                list_transform(
                    slices,
                    lambda slice: slice_correction(
                        slice, share_part, is_weighted, empty_slice
                    )
                )
            ),
            1
        ),
        global_max
    );
