-- title: which copies of a dataset are regarded as complete
-- note: few files may be missing, as a number or in per cent, but not all of them; an
-- unknown number is not enough
create or replace macro is_nearly_complete(n_found, n_total, most_missing, least_percent) as
    coalesce(
        n_found = n_total
        or (
            n_found > 0
            and n_total > 0
            and (
                n_total - n_found <= most_missing
                or n_found * 100::double / n_total >= least_percent
            )
        ),
        false
    );
