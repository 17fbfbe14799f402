-- title: new kinds of requests are known from now on
insert into state.pilot_class
select class_id, family, cpu_time, null
from new_class
;

insert into state.dirac_pilot by name
select pilots.* replace (new_class.class_id as seq)
from new_class
inner join pilots using (seq)
;
