-- title: weight of a throughput by steps; a step is passed when it is exceeded
-- note: steps fall, weights belong to them, below the last step 1
create or replace macro throughput_weight(mbps, steps, weights) as
    coalesce(
        list_max(
            list_transform(
                list_zip(steps, weights), lambda pair: case when mbps > pair[1] then pair[2] end
            )
        ),
        1
    );
