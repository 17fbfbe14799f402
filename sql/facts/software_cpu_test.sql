-- title: does a queue's CPU fit one alternative asked for?
-- grain: spec, cpu_no
-- source: C199
-- differs: an empty string in a list means any on the page, nothing as run
-- note: failure 'none' = it fits; 'error' = an invalid pattern or a missing arch
with

    specs as (select distinct unnest(cpu_specs) as spec from software_signature),

    offers as (select distinct cpu_no, cpu from software_config where cpu is not null)

select
    specs.spec,
    offers.cpu_no,
    offers.cpu,
    case
        when specs.spec.arch is null or offers.cpu.arch is null
        then 'error'
        when
            not cpu_list_accepts(offers.cpu.arch, specs.spec.arch, cfg.empty_is_any)
            and not list_has_any(
                offers.cpu.arch, coalesce(software_pattern.matches, [])
            )
        then
            if(
                coalesce(software_pattern.is_valid, true) or len(offers.cpu.arch) = 0,
                'cpu_arch',
                'error'
            )
        when
            not cpu_list_accepts(offers.cpu.vendor, specs.spec.vendor, cfg.empty_is_any)
        then 'cpu_vendor'
        when not cpu_list_accepts(offers.cpu.instr, specs.spec.instr, cfg.empty_is_any)
        then 'cpu_instr'
        else 'none'
    end as failure
from specs
cross join offers
cross join cfg
left join
    software_pattern
    on software_pattern.kind = 'arch'
    and specs.spec.arch = software_pattern.pattern
