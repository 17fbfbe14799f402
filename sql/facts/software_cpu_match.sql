-- title: does a queue's CPU fit one of the alternatives asked for?
-- grain: cpu_request_no, cpu_no
-- source: spec/analysis-and-software.md 2.3 step 5; the first alternative that fits or
-- source: cannot be tested decides, else the failure of the last one is reported
with

    requests as (
        select
            software_signature.cpu_request_no,
            unnest(any_value(software_signature.cpu_specs)) as spec,
            generate_subscripts(
                any_value(software_signature.cpu_specs), 1
            ) as alternative_no
        from software_signature
        where software_signature.cpu_specs is not null
        group by software_signature.cpu_request_no
    ),

    tests as (
        select
            requests.cpu_request_no,
            requests.alternative_no,
            software_cpu_test.cpu_no,
            coalesce(software_cpu_test.failure, 'none') as failure,
            software_cpu_test.detail,
            coalesce(software_cpu_test.failure, 'error') = 'error' as is_decisive
        from requests
        inner join
            software_cpu_test
            on requests.spec is not distinct from software_cpu_test.spec
    ),

    decided as (
        select
            tests.cpu_request_no,
            tests.cpu_no,
            coalesce(
                min(tests.alternative_no) filter (where tests.is_decisive),
                max(tests.alternative_no)
            ) as alternative_no
        from tests
        group by tests.cpu_request_no, tests.cpu_no
    )

select
    tests.cpu_request_no,
    tests.cpu_no,
    nullif(tests.failure, 'none') as failure,
    tests.detail
from decided
inner join
    tests
    on decided.cpu_request_no = tests.cpu_request_no
    and decided.cpu_no = tests.cpu_no
    and decided.alternative_no = tests.alternative_no
