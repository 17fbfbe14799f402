-- title: which CPUs of queues fit none of the alternatives asked for, and why
-- grain: cpu_request_no, cpu_no
-- source: C146, C199, C202, C203
-- differs: an empty string in a list means any on the page, nothing as run
-- note: without a row it fits; the first alternative that fits or cannot be tested
-- decides, else the last one says why
with
    alternatives as (
        select
            cpu_request_no,
            unnest(any_value(cpu_specs)) as spec,
            generate_subscripts(any_value(cpu_specs), 1) as alternative_no
        from software_signature
        where asks_cpu
        group by cpu_request_no
    ),
    asked as (
        select distinct
            spec, alternatives.spec.arch, alternatives.spec.vendor, alternatives.spec.instr
        from alternatives
    ),
    offered as (
        select distinct
            cpu_no,
            software_description.cpu.arch as arches,
            software_description.cpu.vendor as vendors,
            software_description.cpu.instr as instrs
        from software_description
        where cpu is not null
    ),
    answers as (
        select
            asked.*,
            offered.*,
            coalesce(software_pattern.is_valid, true) or len(offered.arches) = 0 as is_testable,
            cpu_list_accepts(offered.arches, asked.arch, cfg.empty_is_any)
            or list_has_any(offered.arches, coalesce(software_pattern.matches, [])) as has_arch,
            cpu_list_accepts(offered.vendors, asked.vendor, cfg.empty_is_any) as has_vendor,
            cpu_list_accepts(offered.instrs, asked.instr, cfg.empty_is_any) as has_instr
        from asked
        cross join offered
        cross join cfg
        left join
            software_pattern
            on software_pattern.kind = 'arch'
            and asked.arch = software_pattern.pattern
    ),
    tests as (
        select
            spec,
            cpu_no,
            -- fmt: off
            case
    -- what the task asks | what the queue publishes | what differs in a profile
    -- an alternative without arch | anything
    when arch is null
    then refused('error', 'a CPU alternative of the task has no arch')
    -- a CPU | no arch
    when arches is null
    then refused('error', 'the queue publishes no arch')
    -- an invalid pattern as arch | another arch
    when not has_arch and not is_testable
    then refused('error', format('CPU arch {} is no valid pattern', arch))
    -- an arch | another, or only for those who name it (excl) | page: "" is any
    when not has_arch
    then refused('cpu_arch', format('CPU arch {} not in {}', arch, shown(arches)))
    -- a vendor | another or none, or only for those who name it (excl) | page: "" is any
    when not has_vendor
    then refused('cpu_vendor', format('CPU vendor {} not in {}', vendor, shown(vendors)))
    -- instructions | others or none, or only for who names them (excl) | page: "" is any
    when not has_instr
    then refused('cpu_instr', format('CPU instr {} not in {}', instr, shown(instrs)))
            -- fmt: on
            end as failure
        from answers
    ),
    ranked as (
        select
            alternatives.cpu_request_no,
            alternatives.alternative_no,
            tests.cpu_no,
            tests.failure,
            coalesce(tests.failure.test = 'error', true) as is_final
        from alternatives
        inner join tests using (spec)
    )

select cpu_request_no, cpu_no, failure
from ranked
qualify
    row_number() over (
        partition by cpu_request_no, cpu_no
        order by is_final desc, if(is_final, alternative_no, - alternative_no)
    )
    = 1
    and failure is not null
