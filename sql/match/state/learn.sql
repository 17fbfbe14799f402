-- title: new kinds of requests are known from now on
insert into state.pilot_class
select new_class.class_id, new_class.family, new_class.cpu_time, null
from new_class
;

insert into state.dirac_pilot by name
select pilots.* replace (new_class.class_id as seq)
from new_class
inner join pilots on new_class.seq = pilots.seq
;
