-- title: the first GPU requirement that a queue's worker nodes do not fulfil
-- grain: gpu_request_no, gpus_no
-- source: C151, C152, C153, C154, C156, C157, C158, C160, C161, C162, C163, C164, C165,
-- C166, C167, C168, C169, C172, C173, C174, C189, C196, C197, C198
-- note: no row = all are fulfilled
with

    requests as (
        select gpu_request_no, unnest(any_value(gpu_specs)) as requirement
        from software_signature
        where gpu_specs is not null
        group by gpu_request_no
    ),

    ranked as (
        select
            requests.gpu_request_no,
            software_gpu_test.gpus_no,
            software_gpu_test.requirement,
            software_gpu_test.failure,
            software_gpu_test.offered,
            software_gpu_test.failing,
            row_number() over (
                partition by requests.gpu_request_no, software_gpu_test.gpus_no
                order by requests.requirement.step_no
            ) as rank_no
        from requests
        inner join
            software_gpu_test
            on requests.requirement is not distinct from software_gpu_test.requirement
        where software_gpu_test.failure <> 'none'
    )

select
    gpu_request_no,
    gpus_no,
    failure,
    gpu_detail(requirement, failure, offered, failing) as detail
from ranked
where rank_no = 1
