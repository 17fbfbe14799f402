-- title: the first GPU requirement that a queue's worker nodes do not fulfil
-- grain: gpu_request_no, gpus_no
-- source: C151, C152, C153, C154, C156, C157, C158, C160, C161, C162, C163, C164, C165,
-- C166, C167, C168, C169, C172, C173, C174, C189, C196, C197, C198
-- note: no row = all are fulfilled
with

    requests as (
        select
            software_signature.gpu_request_no,
            unnest(any_value(software_signature.gpu_specs)) as requirement
        from software_signature
        where software_signature.gpu_specs is not null
        group by software_signature.gpu_request_no
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
    ranked.gpu_request_no,
    ranked.gpus_no,
    ranked.failure,
    gpu_detail(
        ranked.requirement, ranked.failure, ranked.offered, ranked.failing
    ) as detail
from ranked
where ranked.rank_no = 1
