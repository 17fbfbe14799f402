-- title: classes of tasks, and how starts lose weight
create or replace macro class_value(letter) as
    case letter when 'S' then 2 when 'A' then 1 when 'B' then 0 when 'C' then -1 end;

create or replace macro decayed(age_s, half_life_s) as 0.5::double ** (age_s / half_life_s);
