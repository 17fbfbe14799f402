-- The tree of global shares (invented values); a share without children holds jobs.
insert into global_share by name
with
    shares(name, value, parent, prod_source_label, working_group, processing_type) as (
        values
            ('Production', 70, null, null, null, null),
            ('MC', 55, 'Production', null, null, null),
            ('MC Merge', 8, 'MC', 'managed', null, 'merge'),
            ('MC Default Fast', 27, 'MC', 'managed', null, 'overlay'),
            ('MC Default Full', 65, 'MC', 'managed', null, 'evgen|simul|pile|recon'),
            ('Derivations', 20, 'Production', null, null, null),
            ('Derivations Data', 40, 'Derivations', 'managed', 'DATA.*', 'deriv'),
            ('Derivations MC', 60, 'Derivations', 'managed', null, 'deriv'),
            ('Reprocessing default', 12, 'Production', 'managed', null, 'reprocessing'),
            ('Upgrade', 6, 'Production', 'managed', 'AP_UPG', null),
            ('Express', 4, 'Production', 'managed', null, 'urgent'),
            ('validation', 3, 'Production', 'managed|prod_test', null, 'validation'),
            ('User Analysis', 22, null, 'user|panda', null, null),
            ('Group Analysis', 5, null, 'user|panda', '[^ ].*', null),
            ('Express Analysis', 2, null, 'user|panda', null, 'express'),
            ('Test', 1, null, 'test|ptest|rc_test.*', null, null)
    )

select *, 'atlas' as vo, false as throttled
from shares
;
