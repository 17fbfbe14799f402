-- title: what 24 hours at a queue come to, in the unit that they are compared in
-- note: wall clock, or work; core power also counts where there is no HS06, unless the
-- mode is unit_aware
create or replace macro day_of_work(seconds, cores, power, mode, is_hs06) as
    case
        when mode = 'wall_clock'
        then seconds
        when mode = 'unit_aware' and not is_hs06
        then seconds * greatest(cores, 1)
        else seconds * greatest(cores, 1) * power
    end;
