-- Software and hardware that a task asks for: mostly one of two common platforms.
create or replace temp table world_task_software as
select
    task_no,
    jedi_task_id,
    pick_by(
        u('architecture', task_no),
        [0.40, 0.58, 0.70, 0.80, 0.86, 0.90, 0.93, 0.95, 0.965, 0.975, 0.985, 0.99, 0.995],
        [
            'x86_64-el9-gcc13-opt',
            'x86_64-el9-gcc13-opt@el9',
            'x86_64-centos7-gcc11-opt',
            'x86_64-centos7-gcc62-opt@centos7',
            '{"sw_platform": "x86_64-el9-gcc13-opt"}',
            'x86_64-slc6-gcc62-opt@slc6',
            'x86_64-(centos7|slc6)-gcc62-opt@centos7',
            'x86_64-el9-gcc13-opt#x86_64-*-avx2',
            'x86_64-el9-gcc13-opt#x86_64-intel',
            'x86_64-el9-gcc13-opt#(x86_64|aarch64)',
            'aarch64-el9-gcc13-opt',
            '{"sw_platform": "x86_64-el9-gcc13-opt", "cpu_specs": [{"arch": "x86_64"}],'
            || ' "cpu_pref": {"preferred_architecture_level": "x86-64-v4"}}',
            '{"sw_platform": "x86_64-el9-gcc13-opt", "gpu_spec": {"vendor": "NVIDIA"}}',
            'x86_64-el9-gcc13-opt&nvidia:vram>=30000'
        ]
    ) as architecture,
    case
        when u('nightly', task_no) < 0.02
        then 'Athena-2025-09-30T2101'
        when processing_type = 'simul'
        then pick(u('project', task_no), ['AthSimulation-23.0.19', 'AthSimulation-24.0.30'])
        when processing_type = 'evgen'
        then 'AthGeneration-23.6.31'
        when processing_type = 'deriv'
        then pick(u('project', task_no), ['AthDerivation-21.2.102.0', 'Athena-25.0.12'])
        when is_user
        then
            pick(
                u('project', task_no),
                [
                    'AnalysisTransforms',
                    'AnalysisTransforms-AnalysisBase_25.2.20',
                    'AnalysisTransforms-Athena_24.0.44'
                ]
            )
        else pick(u('project', task_no), ['Athena-23.0.53', 'Athena-24.0.44', 'Athena-25.0.12'])
    end as trans_home
from world_task
;
