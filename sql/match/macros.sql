-- title: what one request after the other does to the jobs of a task queue
-- note: the place of the least of some numbers; of equal ones the first
create or replace macro least_place(numbers) as
    list_position(numbers, list_min(numbers))::bigint;

-- state: how many jobs each user priority has left, and which were chosen so far
create or replace macro class_taken(state, draw, weights) as
    list_transform(
        [
            least_place(
                list_transform(
                    range(1, len(draw) + 1),
                    lambda place: case
                        when state.counts[place] > 0
                        then least_lot(draw[place], state.counts[place], weights[place])
                    end
                )
            )
        ],
        lambda chosen: {
            'counts': list_transform(
                state.counts,
                lambda n_jobs, place: n_jobs - if(place = chosen, 1, 0)
            ),
            'chosen': list_append(state.chosen, chosen)
        }
    )[1];

-- state: the oldest jobs left, from which the next is drawn, and which is the next to
-- come among them
create or replace macro place_taken(state, draw, n_jobs) as
    list_transform(
        [1 + drawn_place(draw, len(state.window))],
        lambda chosen: {
            'window': state.window[: chosen - 1]
            || state.window[chosen + 1 :]
            || if(state.upto < n_jobs, [state.upto], []::bigint[]),
            'upto': state.upto + 1,
            'chosen': list_append(state.chosen, state.window[chosen])
        }
    )[1];

-- the oldest jobs of a user priority when some are gone; NULL where fewer than n stay
create or replace macro oldest_without(oldest, gone, n) as
    list_filter(
        [list_filter(oldest, lambda job_id: not list_contains(gone, job_id))],
        lambda job_ids: len(job_ids) >= n
    )[1];

-- why a request gets no job: it was refused, nothing fits it, the one job that it asks
-- for is not among what fits, a limit or a delay of its site holds back
-- what is left since requests before it came, or these took all that fits
create or replace macro no_job_criterion(refusal, job_id, is_fitted, restraint) as
    case
        when refusal is not null
        then refusal
        when not is_fitted
        then '-no_eligible_queue'
        when job_id is not null
        then '-job_id'
        else coalesce(restraint, '-outdrawn')
    end;

-- how often n requests were complete before this one
create or replace macro round_of(seq, n) as trunc(seq / n::double)::bigint;

-- the last request that sees the same priorities as this one, by numbers alone
create or replace macro last_alike(recalc, n, seq) as
    case recalc
        when 'each_match'
        then seq
        when 'every_n'
        then (round_of(seq, n) + 1) * n - 1
        else 9223372036854775807
    end;

create or replace macro request_key(seed, seq) as wide_key(seed, seq);
