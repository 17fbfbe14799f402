-- title: does a queue's CPU fit one of the alternatives asked for?
-- grain: cpu_request_no, cpu_no
-- source: C146, C202, C203
-- note: the first alternative that fits or cannot be tested decides, else the failure
-- of the last one is reported
with

    requests as (
        select
            cpu_request_no,
            unnest(any_value(cpu_specs)) as spec,
            generate_subscripts(any_value(cpu_specs), 1) as alternative_no
        from software_signature
        where cpu_specs is not null
        group by cpu_request_no
    ),

    ranked as (
        select
            requests.cpu_request_no,
            software_cpu_test.cpu_no,
            software_cpu_test.cpu,
            software_cpu_test.spec,
            software_cpu_test.failure,
            row_number() over (
                partition by requests.cpu_request_no, software_cpu_test.cpu_no
                order by
                    software_cpu_test.failure in ('none', 'error') desc,
                    case
                        when software_cpu_test.failure in ('none', 'error')
                        then requests.alternative_no
                        else - requests.alternative_no
                    end
            ) as rank_no
        from requests
        inner join
            software_cpu_test
            on requests.spec is not distinct from software_cpu_test.spec
    )

select cpu_request_no, cpu_no, failure, cpu_detail(failure, spec, cpu) as detail
from ranked
where rank_no = 1 and failure <> 'none'
