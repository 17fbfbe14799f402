-- criterion: -no_cpu_time
-- label: request
-- title: the request says no CPU time
-- effect: fail
-- class: misconfigured
-- source: DIRAC's code of today
-- nulls: 0 is a CPU time, in which nothing fits
-- note: CPU time is mandatory
select request.*, 'the request says no cpu_time' as detail from request where cpu_time is null
