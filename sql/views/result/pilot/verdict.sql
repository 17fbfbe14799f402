-- title: all failing criteria of every pilot and task queue as a mask
select getvariable('policy') as policy, seq, tq_id, reject_mask from verdict order by seq, tq_id
