-- title: does a queue's CPU fit one alternative asked for?
-- grain: spec, cpu_no
-- source: spec/analysis-and-software.md 2.3 step 5; failure NULL = it fits
-- differs: an empty string in a list means any on the page, matches nothing as run
-- (9, row 14)
with

    specs as (
        select distinct unnest(software_signature.cpu_specs) as spec
        from software_signature
    ),

    offers as (
        select distinct software_config.cpu_no, software_config.cpu
        from software_config
        where software_config.cpu is not null
    ),

    tests as (
        select
            specs.spec,
            offers.cpu_no,
            offers.cpu,
            specs.spec.arch is null or offers.cpu.arch is null as is_arch_missing,
            cpu_list_accepts(offers.cpu.arch, specs.spec.arch, cfg.empty_is_any)
            or list_has_any(
                offers.cpu.arch, coalesce(software_pattern.matches, [])
            ) as is_arch_fit,
            coalesce(not software_pattern.is_valid, false)
            and len(offers.cpu.arch) > 0 as is_arch_invalid,
            cpu_list_accepts(
                offers.cpu.vendor, specs.spec.vendor, cfg.empty_is_any
            ) as is_vendor_fit,
            cpu_list_accepts(
                offers.cpu.instr, specs.spec.instr, cfg.empty_is_any
            ) as is_instr_fit
        from specs
        cross join offers
        cross join cfg
        left join
            software_pattern
            on software_pattern.kind = 'arch'
            and specs.spec.arch = software_pattern.pattern
    )

select
    tests.spec,
    tests.cpu_no,
    case
        when tests.is_arch_missing or (not tests.is_arch_fit and tests.is_arch_invalid)
        then 'error'
        when not tests.is_arch_fit
        then 'cpu_arch'
        when not tests.is_vendor_fit
        then 'cpu_vendor'
        when not tests.is_instr_fit
        then 'cpu_instr'
    end as failure,
    case
        when tests.spec.arch is null
        then 'a CPU alternative of the task has no arch'
        when tests.is_arch_missing
        then 'the queue publishes no arch'
        when not tests.is_arch_fit and tests.is_arch_invalid
        then format('CPU arch "{}" is no valid pattern', tests.spec.arch)
        when not tests.is_arch_fit
        then format('CPU arch {} not in {}', tests.spec.arch, shown(tests.cpu.arch))
        when not tests.is_vendor_fit
        then
            format(
                'CPU vendor {} not in {}', tests.spec.vendor, shown(tests.cpu.vendor)
            )
        when not tests.is_instr_fit
        then format('CPU instr {} not in {}', tests.spec.instr, shown(tests.cpu.instr))
    end as detail
from tests
