-- Releases that have tags and container images.
create or replace temp table world_release as
with
    releases(place, project, release) as (
        values
            (0, 'Athena', '23.0.53'),
            (1, 'Athena', '24.0.44'),
            (2, 'Athena', '25.0.12'),
            (3, 'AthSimulation', '23.0.19'),
            (4, 'AthSimulation', '24.0.30'),
            (5, 'AthGeneration', '23.6.31'),
            (6, 'AthDerivation', '21.2.102.0'),
            (7, 'AnalysisBase', '25.2.20'),
            (8, 'AtlasOffline', '21.0.77'),
            (9, 'AtlasProduction', '20.7.9.9')
    )

select place, project, release
from releases
;
