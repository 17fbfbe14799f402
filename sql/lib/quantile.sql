-- title: quantiles of a sorted list, interpolated between its neighbours
create or replace macro interpolated(sorted, fraction) as
    sorted[floor(fraction * (len(sorted) - 1))::bigint + 1]
    + (fraction * (len(sorted) - 1) - floor(fraction * (len(sorted) - 1)))
    * (
        sorted[ceil(fraction * (len(sorted) - 1))::bigint + 1]
        - sorted[floor(fraction * (len(sorted) - 1))::bigint + 1]
    );
