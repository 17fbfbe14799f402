-- title: the weighted choice of a nucleus
-- source: C041
-- note: what a weight is divided by, from the remaining work
create or replace macro work_divisor(work, least, mode) as
    case when work >= least then work when mode = 'offset' then least else 1 end;

-- work given away in a cycle: a list with a part for each priority, lowest first;
-- each part has a place for each nucleus
create or replace macro nothing_given(n_places) as
    list_transform(range(n_places), lambda place: 0::double);

-- work given to a nucleus counts for tasks of the same priority and of all lower ones
create or replace macro give_away(given, chosen, n_nuclei, level, work) as
    list_transform(
        given,
        lambda already, place: already + if(
            place <= level * n_nuclei and (place - chosen) % nullif(n_nuclei, 0) = 0, work, 0
        )
    );

-- weights divided by the work of the snapshot and that of the cycle, which begins
-- behind start
create or replace macro weights_with(
    weights, works, given, places, start, least, mode
) as
    list_transform(
        places,
        lambda place, n: weights[n]
        / work_divisor(works[n] + given[start + place], least, mode)
    );

-- the sum of each element and all before it
create or replace macro summed_up(weights) as
    list_transform(weights, lambda weight, place: list_sum(weights[1:place]));

-- the place of the first element at which the sum of weights reaches its drawn part
create or replace macro walk_to(weights, draw, mode) as
    case
        when mode = 'max'
        then list_position(weights, list_max(weights))
        else
            coalesce(
                list_position(
                    list_transform(
                        summed_up(weights),
                        lambda reached: reached >= draw * list_sum(weights)
                    ),
                    true
                ),
                len(weights)
            )
    end;

-- up to which part of the sum each element is drawn; the first where all weigh nothing
create or replace macro chances_up_to(weights) as
    list_transform(
        summed_up(weights),
        lambda reached: coalesce(reached / nullif(list_sum(weights), 0), 1)
    );

-- the chance of each element to be drawn
create or replace macro chances_of(weights) as
    list_transform(
        weights,
        lambda weight, place: coalesce(
            weight / nullif(list_sum(weights), 0), (place = 1)::integer::double
        )
    );
