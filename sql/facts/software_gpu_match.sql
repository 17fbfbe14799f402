-- title: the first GPU requirement that a queue's worker nodes do not fulfil
-- grain: gpu_request_no, gpus_no
-- source: spec/analysis-and-software.md 2.3 step 7; no row = all are fulfilled
with

    requests as (
        select
            software_signature.gpu_request_no,
            unnest(any_value(software_signature.gpu_specs)) as requirement
        from software_signature
        where software_signature.gpu_specs is not null
        group by software_signature.gpu_request_no
    ),

    failures as (
        select
            requests.gpu_request_no,
            software_gpu_test.gpus_no,
            arg_min(software_gpu_test, requests.requirement.step_no) as test
        from requests
        inner join
            software_gpu_test
            on requests.requirement is not distinct from software_gpu_test.requirement
        where software_gpu_test.failure is not null
        group by requests.gpu_request_no, software_gpu_test.gpus_no
    ),

    named as (
        select
            failures.gpu_request_no,
            failures.gpus_no,
            failures.test.failure as failure,
            failures.test.requirement as requirement,
            failures.test.offered as offered,
            failures.test.failing as failing
        from failures
    )

select
    named.gpu_request_no,
    named.gpus_no,
    named.failure,
    case
        when named.requirement.operator = 'error'
        then format('GPU {} of the task is no text', named.requirement.attribute)
        when named.failure = 'error'
        then
            format(
                'GPU {} "{}" is no valid pattern',
                named.requirement.attribute,
                named.requirement.wanted
            )
        when len(named.offered) = 0
        then format('no worker-node GPU known, {} asked', named.requirement.attribute)
        when named.requirement.operator in ('match', 'exclude', 'in')
        then
            format(
                'GPU {} {} {} {}',
                named.requirement.attribute,
                coalesce(named.requirement.wanted, shown(named.requirement.choices)),
                if(named.failure = 'gpu_excluded', 'excluded, has', 'not in'),
                shown(list_sort(list_distinct(named.offered)))
            )
        when len(list_filter(named.failing, lambda value:value is not null)) = 0
        then
            format(
                '{} unknown at a worker node, asked {} {}',
                named.requirement.attribute,
                named.requirement.operator,
                named.requirement.wanted
            )
        else
            format(
                '{} {} {} {}',
                named.requirement.attribute,
                list_min(named.failing),
                opposite(named.requirement.operator),
                named.requirement.wanted
            )
    end as detail
from named
