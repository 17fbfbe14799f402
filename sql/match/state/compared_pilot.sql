-- title: kinds of requests from $1 on, to be compared with task queues
-- grain: seq
select known.* from state.dirac_pilot as known where seq >= $1
