-- title: what limits refuse that were reached meanwhile is drawn no more
insert into limited_pair
select fitting.class_id, fitting.tq_id
from fitting
inner join request_place on fitting.class_id = request_place.seq
inner join
    limited_queue
    on request_place.place_no = limited_queue.place_no
    and fitting.tq_id = limited_queue.tq_id
anti join
    limited_pair as known
    on fitting.class_id = known.class_id
    and fitting.tq_id = known.tq_id
;

delete from choice
using limited_pair
where choice.class_id = limited_pair.class_id and choice.tq_id = limited_pair.tq_id
;

update limit_state
set is_recorded = limit_state.is_reached
;
