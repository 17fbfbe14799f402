-- title: the weighted choice of a nucleus
-- source: spec/production.md 2.6
-- what a weight is divided by, from the remaining work
create or replace macro work_divisor(work, least, mode) as
    case when work >= least then work when mode = 'offset' then least else 1 end;

-- the place of the first element at which the sum of weights reaches its drawn part
create or replace macro walk_to(weights, draw, mode) as
    case
        when mode = 'max'
        then list_position(weights, list_max(weights))
        else
            coalesce(
                list_position(
                    list_transform(
                        weights,
                        lambda weight, place: list_sum(weights[1:place])
                        >= draw * list_sum(weights)
                    ),
                    true
                ),
                len(weights)
            )
    end;
